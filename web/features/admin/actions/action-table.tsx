import type { ReactNode, RefObject } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { TableFrame } from '#web/ui/table-frame.tsx'
import type { ActionRow } from './offered-action.ts'
import { chooseAllRows, type RowNoun } from './row-nouns.ts'
import { SelectBox } from './select-box.tsx'
import type { RowSelection } from './use-row-selection.ts'

export type ActionTableProps<Row extends ActionRow> = {
  label: string
  caption: string
  /** The minimum width of the table. */
  className: string
  rows: readonly Row[]
  selection: RowSelection<Row>
  noun: RowNoun
  /** The label of the box that chooses a row. */
  boxLabel: (row: Row) => string
  /** The header cells after the one with the box. */
  headers: ReactNode
  /** The cells of a row after the one with the box. */
  cells: (row: Row) => ReactNode
  /** The rows have no link: the focus moves to a row itself when the list grows. */
  focusesRows?: boolean
  body: RefObject<HTMLTableSectionElement | null>
}

/** A table of staff whose rows can be chosen for an action. */
export function ActionTable<Row extends ActionRow>(props: ActionTableProps<Row>) {
  const {
    label,
    caption,
    className,
    rows,
    selection,
    noun,
    boxLabel,
    headers,
    cells,
    focusesRows = false,
    body,
  } = props
  return (
    <TableFrame label={label}>
      <table className={classNames('w-full text-left', className)}>
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line bg-sand text-sm">
          <tr>
            <th scope="col" className="w-12 pl-2">
              <SelectBox
                label={chooseAllRows(noun)}
                isChecked={selection.areAllChosen}
                onToggle={selection.chooseAll}
              />
            </th>
            {headers}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <tr
              key={row.id}
              {...(focusesRows && { tabIndex: -1 })}
              className={classNames(
                'border-b border-line -outline-offset-3',
                selection.isChosen(row) ? 'bg-action-soft' : 'last:border-0',
              )}
            >
              <td className="pl-2">
                {selection.canChoose(row) && (
                  <SelectBox
                    label={boxLabel(row)}
                    isChecked={selection.isChosen(row)}
                    onToggle={(isOn) => selection.choose(row, isOn)}
                  />
                )}
              </td>
              {cells(row)}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

/** A header cell of a column by which the table is not sorted. */
export function PlainHeader({ children, className }: { children: string; className?: string }) {
  return (
    <th scope="col" className={classNames('px-3 py-3 font-semibold', className)}>
      {children}
    </th>
  )
}
