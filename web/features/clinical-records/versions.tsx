import type { RecordVersion } from '#contract/clinical-records.ts'
import { writtenAsText } from '#contract/person-words.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'

/** The versions of a clinical record, the oldest first. None of them ever changes. */
export function Versions({ versions }: { versions: readonly RecordVersion[] }) {
  return (
    <ol className="grid gap-3">
      {versions.map(({ version, diagnosis, notes, authorName, writtenAt, writtenAs }) => (
        <li key={version} className="grid gap-2 rounded-card border border-line p-4">
          <p className="text-sm text-ink-soft">
            {`${authorName}, ${formatLongMoment(writtenAt)}`}
            <RowOwnTime instant={writtenAt} />
          </p>
          {writtenAs && <p className="wrap-anywhere font-medium">{writtenAsText(writtenAs)}</p>}
          {diagnosis !== '' && <Text title="Diagnóstico" text={diagnosis} />}
          {notes !== '' && <Text title="Notas" text={notes} />}
        </li>
      ))}
    </ol>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className="font-medium">{title}</p>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </div>
  )
}
