/** The first of them says that the visitor uses the page. */
export const signsOfWork = ['keydown', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'input', 'focusin'] as const

/** Whether the visitor has used the page, also before its scripts could listen. */
export function hasVisitorBegun(): boolean {
  if (navigator.userActivation?.hasBeenActive || scrollY > 0) return true
  // Something has the focus, or covers the page already.
  if (document.activeElement !== null && document.activeElement !== document.body) return true
  if (document.querySelector('[role=dialog],[role=alertdialog]')) return true
  // Typed by a tool that raises no key.
  return [...document.querySelectorAll<HTMLInputElement>('main input')].some(({ value, defaultValue }) => {
    return value !== defaultValue
  })
}
