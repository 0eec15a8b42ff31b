import X from '~icons/lucide/x'

/** The link of a filter, a press on which leads to the search without it. */
export const chipClass =
  'inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-panel px-3.5 text-sm whitespace-nowrap hover:border-control pointer-coarse:min-h-11'

export function ChipText({ label }: { label: string }) {
  return (
    <>
      {`${label.charAt(0).toLocaleUpperCase('es')}${label.slice(1)}`}
      <X aria-hidden="true" className="size-4" />
      <span className="sr-only">: quitar este filtro</span>
    </>
  )
}
