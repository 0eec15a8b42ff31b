import type { RecordStatus } from '#contract/record-statuses.ts'
import { Badge } from '#web/ui/badge.tsx'

export const recordStatusNames: Readonly<Record<RecordStatus, string>> = {
  verified: 'Verificado',
  non_compliant: 'No Cumple',
  pending: 'Pendiente',
}

const tones = { verified: 'green', non_compliant: 'red', pending: 'amber' } as const

export function RecordStatusBadge({ status }: { status: RecordStatus }) {
  return <Badge tone={tones[status]}>{recordStatusNames[status]}</Badge>
}
