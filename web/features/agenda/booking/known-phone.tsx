import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import type { KnownPerson } from '../agenda-dialog.ts'
import { DependantText } from '../dependant-text.tsx'

export type KnownPhoneProps = {
  centerId: string
  /** As it is typed. */
  phone: string
  /** The id of the person who is being edited. */
  except?: string
  /** The button's word before the name. */
  verb: string
  onChoose: (person: KnownPerson) => void
}

/** A number with fewer digits may still become many. */
const minDigits = 8
const maxPeople = 4
const debounceMs = 180

/** Says while a telephone number is typed whose it is, so that one person is not entered twice. A family may share it. */
export function KnownPhone({ centerId, phone, except, verb, onChoose }: KnownPhoneProps) {
  const { queries } = useApi()
  const typed = useDebounced(phone.trim(), debounceMs)
  const isWhole = typed.replaceAll(/\D/g, '').length >= minDigits
  const { data } = useQuery({
    ...queries.contacts.list.queryOptions({ input: { centerId, q: typed, limit: maxPeople + 1 } }),
    enabled: isWhole,
  })
  const people = (isWhole ? (data?.items ?? []) : []).filter(({ id }) => id !== except).slice(0, maxPeople)
  return (
    <div role="status" className="empty:hidden">
      {people.length > 0 && (
        <div className="grid gap-2 rounded-control bg-amber-soft px-4 py-3">
          <p>{people.length === 1 ? 'Ya hay una persona con este teléfono:' : 'Ya hay personas con este teléfono:'}</p>
          <ul className="grid gap-2">
            {people.map(({ kind, id, name, phone: stored, dependant }) => (
              <li key={id}>
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() => onChoose({ kind, id, name, phone: stored, dependant })}
                >
                  {`${verb} `}
                  <span translate="no">{name}</span>
                </Button>
                {dependant && <DependantText dependant={dependant} />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
