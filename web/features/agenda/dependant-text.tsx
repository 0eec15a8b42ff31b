import type { DependantOfGuardian } from '#contract/agenda.ts'
import { ageOn, relationWords } from '#contract/dependant-words.ts'
import { localToday } from '#web/platform/local-days.ts'
import { dot } from '#web/ui/dot.ts'

/** `hija de Marta Gil · 7 años`, which tells a dependant apart from a parent of the same name. */
export function DependantText({ dependant }: { dependant: DependantOfGuardian }) {
  const { guardianName, relation, birthDate } = dependant
  return (
    <span className="block text-sm text-ink-soft first-letter:uppercase wrap-anywhere">
      {`${relationWords(relation)} `}
      <span translate="no">{guardianName}</span>
      {birthDate && `${dot}${ageOn({ birthDate, today: localToday() })}`}
    </span>
  )
}
