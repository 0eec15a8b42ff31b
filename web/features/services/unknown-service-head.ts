import { pageHead } from '#web/platform/page-head.ts'

export function unknownServiceHead() {
  return pageHead({
    title: 'Servicio no encontrado',
    indexed: false,
  })
}
