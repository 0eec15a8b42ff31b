import type { CenterChangeKind } from '#contract/center-changes.ts'
import type { CenterChange } from '#contract/center-records.ts'
import { formatDate } from '#web/platform/formats.ts'

const names: Record<CenterChangeKind, string> = {
  center_name: 'el nombre',
  center_address: 'la dirección',
  professional_name: 'el nombre de un profesional',
}

/** What an approved centre changed of late, with old and new, so that staff compare it with its documents. Nothing without one. */
export function CenterChanges({ changes }: { changes: readonly CenterChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul aria-label="Cambios para mirar" className="grid gap-1 text-sm font-normal wrap-anywhere">
      {changes.map(({ what, former, changedTo, changedAt }) => (
        <li key={`${what} ${changedAt} ${changedTo}`}>
          <span className="font-medium">{`Cambió ${names[what]} el ${formatDate(changedAt)}: `}</span>
          {`antes ${former}; ahora ${changedTo}`}
        </li>
      ))}
    </ul>
  )
}
