import ChevronRight from 'lucide-react/icons/chevron-right'

import type { Contact } from '#contract/contacts.ts'
import { formatDate } from '#web/platform/formats.ts'
import { opensDialog } from '#web/ui/dialog.tsx'

function countInWords(visits: number): string {
  if (visits === 0) return 'Sin consultas todavía'
  return visits === 1 ? '1 consulta' : `${visits} consultas`
}

export function ContactRow({ contact, onOpen }: { contact: Contact; onOpen: () => void }) {
  const { name, phone, kind, visits, lastVisit, nextVisit } = contact
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        {...opensDialog}
        onClick={onOpen}
        className="flex w-full flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 text-left -outline-offset-3 hover:bg-action-soft"
      >
        <span className="min-w-48 grow">
          <span translate="no" className="block font-semibold wrap-anywhere">
            {name}
          </span>
          <span className="block text-sm text-ink-soft">
            {phone || 'Sin teléfono'}
            {kind === 'guest' && ' · sin cuenta'}
          </span>
        </span>
        <span className="text-sm text-ink-soft tabular-nums sm:w-60">
          <span className="block">{countInWords(visits)}</span>
          {(nextVisit ?? lastVisit) && (
            <span className="block">
              {nextVisit ? `Próxima: ${formatDate(nextVisit)}` : `Última: ${formatDate(lastVisit ?? '')}`}
            </span>
          )}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft max-sm:hidden" />
      </button>
    </li>
  )
}
