import type { ReactNode } from 'react'

import { Button } from '#web/ui/button.tsx'

export type SelectionBarProps<Measure extends string> = {
  /** «3 centros elegidos». */
  text: string
  selectedCount: number
  /** `count`: how many of the selected rows allow the measure. */
  measures: readonly { measure: Measure; label: string; count: number }[]
  onMeasure: (measure: Measure) => void
  onClear: () => void
  children?: ReactNode
}

/** The measures that apply to the selected rows, each with the number of rows that allow it. */
export function SelectionBar<Measure extends string>({
  text,
  selectedCount,
  measures,
  onMeasure,
  onClear,
  children,
}: SelectionBarProps<Measure>) {
  return (
    <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 rounded-card border border-line bg-panel p-3">
      <p role="status" className="mr-2 font-semibold">
        {text}
      </p>
      {measures
        .filter(({ count }) => count > 0)
        .map(({ measure, label, count }) => (
          <Button key={measure} variant="secondary" size="small" onClick={() => onMeasure(measure)}>
            {`${label}${count < selectedCount ? ` (${count})` : ''}…`}
          </Button>
        ))}
      {children}
      <Button variant="secondary" size="small" className="ml-auto" onClick={onClear}>
        Quitar la selección
      </Button>
    </div>
  )
}
