import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import Bell from '~icons/lucide/bell'
import ChevronRight from '~icons/lucide/chevron-right'
import FolderDown from '~icons/lucide/folder-down'
import MonitorSmartphone from '~icons/lucide/monitor-smartphone'
import ShieldCheck from '~icons/lucide/shield-check'
import UserRound from '~icons/lucide/user-round'
import UserRoundX from '~icons/lucide/user-round-x'
import UsersRound from '~icons/lucide/users-round'

import { type AccountSectionId, accountSectionIds } from './account-search.ts'
import { accountSections } from './account-sections.ts'

type Row = {
  description: string
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>
}

const rows: Record<AccountSectionId, Row> = {
  perfil: { description: 'Foto, nombre, teléfono y datos para comprobantes', Icon: UserRound },
  seguridad: { description: 'Contraseña, correo y segundo factor', Icon: ShieldCheck },
  sesiones: { description: 'Dónde está abierta tu cuenta', Icon: MonitorSmartphone },
  personas: { description: 'Para quién más puedes reservar', Icon: UsersRound },
  avisos: { description: 'Qué avisos te enviamos', Icon: Bell },
  datos: { description: 'Descargar una copia de todo', Icon: FolderDown },
  eliminar: { description: 'Qué pasaría y cómo hacerlo', Icon: UserRoundX },
}

/** Links to the sections: the whole page on a phone, a list beside the open section on a wide screen. */
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
          const { description, Icon } = rows[id]
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
                  <span className="block max-md:font-semibold">{accountSections[id]}</span>
                  <span className="block text-sm text-ink-soft md:hidden">{description}</span>
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

/** Lets the focus return to the section that the user comes back from. */
export function linkId(id: AccountSectionId): string {
  return `account-${id}`
}
