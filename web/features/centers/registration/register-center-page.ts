import { pageHead } from '#web/platform/page-head.ts'
import { searchParser, textOf } from '#web/platform/search-params.ts'

/** The step in the URL, which the screen validates. */
export const parseRegisterCenterSearch = searchParser({ paso: textOf })

export function registerCenterPage() {
  return pageHead({
    title: 'Registra tu centro',
    description:
      'Suma tu centro o tu consulta en seis pasos: tus datos, tus horarios y tus servicios, y empieza a recibir reservas.',
  })
}

/** The screen has two URLs. */
export type RegisterCenterPath = '/register-center' | '/centro-de-registro'
