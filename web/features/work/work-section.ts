import type { LinkProps } from '@tanstack/react-router'
import type { IconComponent } from '#web/ui/icon.tsx'

export type WorkSection = {
  id: string
  label: string
  Icon: IconComponent
  link: LinkProps
  isOpen: boolean
  /** What waits there, as a number and in words: «2 pedidos». */
  badge?: { count: number; text: string }
  isFirstOfGroup?: boolean
}

const placesOnBar = 5

/** The bar of a phone has five places: all sections, or the first four and «Más». */
export function splitForBar(sections: readonly WorkSection[]): { onBar: WorkSection[]; inSheet: WorkSection[] } {
  if (sections.length <= placesOnBar) return { onBar: [...sections], inSheet: [] }
  return { onBar: sections.slice(0, placesOnBar - 1), inSheet: sections.slice(placesOnBar - 1) }
}
