import Bell from 'lucide-react/icons/bell'
import FolderDown from 'lucide-react/icons/folder-down'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRound from 'lucide-react/icons/user-round'
import UserRoundX from 'lucide-react/icons/user-round-x'
import UsersRound from 'lucide-react/icons/users-round'
import type { ComponentType } from 'react'

import type { AccountSectionId } from './account-search.ts'

type AccountSection = {
  label: string
  /** What is found there, on the phone's list. */
  about: string
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>
}

/** In the order of the list. */
export const accountSections: Record<AccountSectionId, AccountSection> = {
  perfil: { label: 'Perfil', about: 'Foto, nombre, teléfono y tu ID', Icon: UserRound },
  seguridad: { label: 'Seguridad', about: 'Contraseña, correo y segundo factor', Icon: ShieldCheck },
  sesiones: { label: 'Sesiones', about: 'Dónde está abierta tu cuenta', Icon: MonitorSmartphone },
  personas: { label: 'Personas a cargo', about: 'Para quién más puedes reservar', Icon: UsersRound },
  avisos: { label: 'Avisos', about: 'Qué correos te enviamos', Icon: Bell },
  datos: { label: 'Mis datos', about: 'Descargar una copia de todo', Icon: FolderDown },
  eliminar: { label: 'Eliminar cuenta', about: 'Qué pasaría y cómo hacerlo', Icon: UserRoundX },
}
