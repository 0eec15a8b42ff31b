import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brand } from '#contract/brand.ts'

import { useMe } from '#web/features/auth/use-me.ts'
import { useApi } from '#web/platform/api.ts'
import { Page } from '#web/ui/page.tsx'

import { ApplyPanel } from './apply-panel.tsx'
import { MyPromotions } from './my-promotions.tsx'
import { OwnUses } from './own-uses.tsx'
import type { PromotionOwner } from './promotion-owner.ts'
import { PublishedPromotions } from './published-promotions.tsx'

export function PromotionsScreen() {
  const { queries } = useApi()
  const { data: me } = useMe()
  const memberships = useQuery(queries.practice.memberships.queryOptions())
  const centers = (memberships.data?.items ?? []).filter(({ can }) => can.manage)
  const owners: PromotionOwner[] = [
    ...centers.map(({ centerId, centerName }) => ({ centerId, name: centerName })),
    ...(me?.can.administer ? [{ centerId: null, name: brand.name }] : []),
  ]
  const [code, setCode] = useState('')

  function choose(chosen: string): void {
    setCode(chosen)
    document.getElementById('apply-code')?.scrollIntoView({ block: 'center' })
  }

  return (
    <Page className="grid gap-8 py-8">
      <h1>Promociones</h1>
      {owners.map((owner) => (
        <MyPromotions key={owner.centerId ?? 'senda'} owner={owner} isOnly={owners.length === 1} />
      ))}
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <ApplyPanel code={code} onCode={setCode} />
        <OwnUses onChoose={choose} />
      </div>
      <PublishedPromotions onChoose={choose} />
    </Page>
  )
}
