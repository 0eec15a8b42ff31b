import { searchParser } from '#web/platform/search-params.ts'

export const accountSectionIds = ['perfil', 'seguridad', 'sesiones', 'personas', 'avisos', 'datos', 'eliminar'] as const
export type AccountSectionId = (typeof accountSectionIds)[number]

/** Without a section: the list of sections on a phone, the first section beside the list on a wide screen. */
export const parseAccountSearch = searchParser({ seccion: accountSectionIds })
