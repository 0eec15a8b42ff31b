/** The name under which the router restores the position of the area that scrolls; web/router.tsx repeats it. */
export const scrollAreaId = 'work'

export function scrollAreaOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>(`[data-scroll-restoration-id=${scrollAreaId}]`)
}
