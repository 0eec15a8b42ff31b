/** The first of these events means that the visitor uses the page. */
export const signsOfWork = ['keydown', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'input', 'focusin'] as const

/** Whether the visitor has used the page, even before its scripts ran. */
export function hasVisitorBegun(): boolean {
  if (navigator.userActivation?.hasBeenActive || scrollY > 0) return true
  // An element has the focus, or a dialog is open.
  if (document.activeElement !== null && document.activeElement !== document.body) return true
  if (document.querySelector('[role=dialog],[role=alertdialog]')) return true
  // Filled in by a tool that fires no key event.
  return [...document.querySelectorAll<HTMLInputElement>('main input')].some(({ value, defaultValue }) => {
    return value !== defaultValue
  })
}
