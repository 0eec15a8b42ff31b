import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AffectedAppointment, weeksLaterMax } from '#contract/availability.ts'
import { UnchangedList } from '#web/features/agenda/whole-day/change-result.tsx'
import { cancellingWords, movingWords } from '#web/features/agenda/whole-day/change-words.ts'
import { previewReason } from '#web/features/agenda/whole-day/preview-reason.ts'
import { isReason, ReasonField } from '#web/features/appointments/reason-field.tsx'
import { type Api, useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Banner } from '#web/ui/banner.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { AffectedList } from './affected-list.tsx'

const emptyAbsence: Absence = { centerId: '', professionalIds: [], startsAt: '', endsAt: '', reason: '' }

export type AffectedChoiceProps = {
  affected: readonly AffectedAppointment[]
  plan: ReturnType<typeof useAffectedPlan>
}

const weeksText = (weeks: number) => (weeks === 1 ? 'Una semana después' : `${weeks} semanas después`)

export function AffectedChoice({ affected, plan }: AffectedChoiceProps) {
  const { action, weeks, reason, set, preview } = plan
  return (
    <div className="grid gap-4">
      <AffectedList affected={affected} />
      <RadioCards
        legend="Qué hacemos con esas citas"
        name="affected-action"
        value={action}
        onChange={({ currentTarget }) => set({ action: currentTarget.value as AffectedPlan['action'] })}
        options={[
          {
            value: 'keep',
            label: 'Dejarlas como están',
            description: 'A nadie se le avisa. La agenda las marca «En ausencia».',
          },
          { value: 'move', label: 'Pasarlas a otra semana', description: 'El mismo día y a la misma hora.' },
          {
            value: 'cancel',
            label: 'Cancelarlas',
            description: 'Como cancela el centro, se devuelve todo lo cobrado.',
          },
        ]}
      />
      {action === 'move' && (
        <SelectField
          label="Cuándo"
          value={String(weeks)}
          onChange={({ currentTarget }) => set({ weeks: Number(currentTarget.value) })}
          options={Array.from({ length: weeksLaterMax }, (_, index) => ({
            value: String(index + 1),
            label: weeksText(index + 1),
          }))}
        />
      )}
      {action !== 'keep' && (
        <>
          <div role="status">
            {preview.data?.change ? (
              <Banner tone={preview.data.change.unchanged.length > 0 ? 'amber' : 'blue'}>
                {action === 'move' ? movingWords(preview.data.change) : cancellingWords(preview.data.change).join(' ')}
              </Banner>
            ) : (
              <p className="text-ink-soft">{preview.error ? errorMessage(preview.error) : 'Mirando qué pasaría…'}</p>
            )}
          </div>
          {preview.data?.change && <UnchangedList unchanged={preview.data.change.unchanged} />}
          <ReasonField value={reason} onChange={(text) => set({ reason: text })} />
        </>
      )}
    </div>
  )
}

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

function appointmentsOf({ action, weeks, reason }: AffectedPlan): Absence['appointments'] {
  if (action === 'keep') return undefined
  return action === 'move' ? { action, weeks, reason } : { action, reason }
}
