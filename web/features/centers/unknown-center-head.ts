import { pageHead } from '#web/platform/page-head.ts'

export function unknownCenterHead() {
  return pageHead({
    title: 'Centro no encontrado',
    description: 'Este centro no existe o ya no está publicado.',
    indexed: false,
  })
}
