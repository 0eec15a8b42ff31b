/** The name under which the router restores the position of the area that scrolls; web/router.tsx repeats it. */
export const scrollAreaId = 'work'

/** The area of the shell that scrolls, around an element of its content. */
export function scrollAreaOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>(`[data-scroll-restoration-id=${scrollAreaId}]`)
}
