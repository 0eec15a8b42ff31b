import { pageHead } from '#web/platform/page-head.ts'

export function unknownCenterHead() {
  return pageHead({
    title: 'Centro no encontrado',
    indexed: false,
  })
}
