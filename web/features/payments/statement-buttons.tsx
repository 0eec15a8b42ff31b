import { useState } from 'react'
import { useApi } from '#web/platform/api.ts'
import { localToday } from '#web/platform/local-days.ts'
import { CsvButton } from '#web/ui/csv-button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { monthsBefore, monthsUntil } from './period.ts'

const monthName = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** The month that a file is about, first the last one that is over. */
export const useMonth = () => useState(() => monthsBefore({ date: localToday(), months: 1 }))

export function MonthField({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const months = monthsUntil(localToday())
  return (
    <SelectField
      label="Mes"
      value={month}
      options={months.map((value) => ({ value, label: monthName.format(new Date(`${value}T00:00:00Z`)) }))}
      onChange={({ currentTarget }) => {
        const chosen = months.find((each) => each === currentTarget.value)
        if (chosen) onChange(chosen)
      }}
    />
  )
}

/** The statement of one calendar month, this one or an earlier one, as PDF and as a spreadsheet. */
export function StatementButtons({ centerId }: { centerId: string }) {
  const { api } = useApi()
  const [month, setMonth] = useMonth()
  const input = { centerId, month }
  return (
    <section aria-labelledby="statement" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="statement">Estado de cuenta de un mes</h3>
      <div className="flex flex-wrap items-end gap-3">
        <MonthField month={month} onChange={setMonth} />
        <CsvButton address={() => api.downloads.create({ route: 'payments.statementPdf', input })}>
          Descargar PDF
        </CsvButton>
        <CsvButton address={() => api.downloads.create({ route: 'payments.statementCsv', input })} />
      </div>
    </section>
  )
}
