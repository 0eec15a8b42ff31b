import type { ComponentProps } from 'react'

/*
 * The parts of an ARIA grid: table elements can't be positioned by time. The buttons in the cells take the focus, so these
 * elements don't.
 */
type Part = Omit<ComponentProps<'div'>, 'role'>

export function Row(props: Part) {
  // biome-ignore lint/a11y/useFocusableInteractive: see above
  // biome-ignore lint/a11y/useSemanticElements: see above
  return <div {...props} role="row" className="contents" />
}

export function RowHeader(props: Part) {
  // biome-ignore lint/a11y/useFocusableInteractive: see above
  // biome-ignore lint/a11y/useSemanticElements: see above
  return <div {...props} role="rowheader" />
}

export function ColumnHeader(props: Part) {
  // biome-ignore lint/a11y/useFocusableInteractive: see above
  // biome-ignore lint/a11y/useSemanticElements: see above
  return <div {...props} role="columnheader" />
}

export function Cell(props: Part) {
  // biome-ignore lint/a11y/useFocusableInteractive: see above
  // biome-ignore lint/a11y/useSemanticElements: see above
  return <div {...props} role="gridcell" className="contents" />
}
