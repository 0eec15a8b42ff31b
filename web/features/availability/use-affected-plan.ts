import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewReason } from '#web/features/agenda/whole-day/preview-reason.ts'
import { isReason } from '#web/features/appointments/reason-field.tsx'
import { type Api, useApi } from '#web/platform/api.ts'

export type AffectedPlan = { action: 'keep' | 'move' | 'cancel'; weeks: number; reason: string }
type Absence = Parameters<Api['availability']['addTimeOff']>[0]

export function useAffectedPlan({ absence }: { absence: Absence | undefined }) {
  const { queries } = useApi()
  const [plan, setPlan] = useState<AffectedPlan>({ action: 'keep', weeks: 1, reason: '' })
  const preview = useQuery({
    ...queries.availability.addTimeOff.queryOptions({
      input: {
        ...(absence ?? emptyAbsence),
        appointments: appointmentsOf({ ...plan, reason: previewReason }),
        preview: true,
      },
    }),
    enabled: absence !== undefined && plan.action !== 'keep',
    gcTime: 0,
  })
  return {
    ...plan,
    set: (change: Partial<AffectedPlan>) => setPlan((before) => ({ ...before, ...change })),
    preview,
    isReady: plan.action === 'keep' || (isReason(plan.reason) && preview.data !== undefined),
    request: {
      appointments: appointmentsOf({ ...plan, reason: plan.reason.trim() }),
      terms: preview.data?.change?.terms,
    },
  }
}

const emptyAbsence: Absence = { centerId: '', professionalIds: [], startsAt: '', endsAt: '', reason: '' }

function appointmentsOf({ action, weeks, reason }: AffectedPlan): Absence['appointments'] {
  if (action === 'keep') return undefined
  return action === 'move' ? { action, weeks, reason } : { action, reason }
}
