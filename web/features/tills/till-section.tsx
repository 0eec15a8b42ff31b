import { useState } from 'react'

import type { Membership } from '#contract/memberships.ts'
import { Tabs } from '#web/ui/tabs.tsx'

import { Closings } from './closings.tsx'
import { Debts } from './debts.tsx'
import { OpenTill } from './open-till.tsx'

const tabs = [
  { id: 'till', label: 'Caja abierta' },
  { id: 'debts', label: 'Por cobrar' },
  { id: 'closings', label: 'Cierres' },
]

/** The money at the desk: the open till, the debts and the closings. */
export function TillSection({ membership: { centerId } }: { membership: Membership }) {
  const [tab, setTab] = useState('till')
  return (
    <Tabs label="Caja" tabs={tabs} value={tab} onChange={setTab}>
      {tab === 'till' && <OpenTill centerId={centerId} />}
      {tab === 'debts' && <Debts centerId={centerId} />}
      {tab === 'closings' && <Closings centerId={centerId} />}
    </Tabs>
  )
}
