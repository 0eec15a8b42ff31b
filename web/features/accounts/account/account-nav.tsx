import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'

import { classNames } from '#web/ui/class-names.ts'

import { type AccountSectionId, accountSectionIds } from './account-search.ts'
import { accountSections } from './account-sections.ts'

/** The way to each section: on a phone the page itself, on a wide screen a list beside the open section. */
export function AccountNav({ open }: { open: AccountSectionId | undefined }) {
  return (
    <nav
      aria-label="Secciones de tu cuenta"
      className={classNames(
        'max-md:overflow-clip max-md:rounded-card max-md:border max-md:border-line max-md:bg-panel',
        open && 'max-md:hidden',
      )}
    >
      <ul className="md:grid md:gap-1 max-md:divide-y max-md:divide-line">
        {accountSectionIds.map((id) => {
          const { label, about, Icon } = accountSections[id]
          const isOpen = id === (open ?? 'perfil')
          return (
            <li key={id} className={id === 'eliminar' ? 'md:mt-3 md:border-t md:border-line md:pt-3' : undefined}>
              <Link
                to="/account"
                search={{ seccion: id }}
                id={linkId(id)}
                aria-current={isOpen ? 'page' : undefined}
                className={classNames(
                  'flex items-center gap-4 px-4 py-3 hover:bg-action-soft md:min-h-11 md:gap-3 md:rounded-control md:px-3 md:py-2',
                  'max-md:-outline-offset-3',
                  isOpen && 'md:bg-action-soft md:font-semibold md:text-action',
                )}
              >
                <Icon aria-hidden="true" className="size-5 shrink-0 max-md:text-action" />
                <span className="min-w-0 grow">
                  <span className="block max-md:font-semibold">{label}</span>
                  <span className="block text-sm text-ink-soft md:hidden">{about}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft md:hidden" />
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** For the focus to come back to the section that one returns from. */
export function linkId(id: AccountSectionId): string {
  return `account-${id}`
}
