import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import type { ImportColumn } from '#contract/patient-columns.ts'
import { useApi } from '#web/platform/api.ts'
import { newIdempotencyKey } from '#web/platform/idempotency-key.ts'
import { localToday } from '#web/platform/local-days.ts'
import { ErrorTextContext } from '#web/ui/error-text.ts'
import { type Checked, checkPatients, partsOf } from './check-patients.ts'
import { type PatientsFile, readPatients } from './read-patients.ts'
import { withColumn } from './read-table.ts'

/** `done` counts lines while they are checked, and people while they are brought in. */
type Progress = { done: number; total: number }
type Running = {
  file: PatientsFile
  checked: Checked
  importId: string
  parts: string[][]
  sent: number
  added: number
}

export type ImportState =
  | { step: 'choose'; fault?: string }
  | { step: 'columns'; file: PatientsFile; fault?: string }
  | { step: 'checking'; file: PatientsFile; progress: Progress }
  | { step: 'preview'; file: PatientsFile; checked: Checked; importId: string; fault?: string }
  | { step: 'importing' | 'paused'; running: Running; progress: Progress; fault?: string }
  | { step: 'done'; running: Running }

/**
 * One import, from the file to its end. It goes on while the page shows another part of the section, and stops when the section is left:
 * then the same file, chosen again, brings in only who is missing.
 */
export function useImport({ centerId }: { centerId: string }) {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()
  const errorText = use(ErrorTextContext)
  const [state, setState] = useState<ImportState>({ step: 'choose' })
  // The run whose answers count: another file, a pause or leaving the section makes it outdated.
  const run = useRef(0)
  useEffect(
    () => () => {
      run.current += 1
    },
    [],
  )

  async function choose(file: File | undefined) {
    if (!file) return
    run.current += 1
    const read = await readPatients(file)
    setState('fault' in read ? { step: 'choose', fault: read.fault } : { step: 'columns', file: read.file })
  }

  function setColumn(index: number, column: ImportColumn | null) {
    setState((before) => {
      if (before.step !== 'columns') return before
      const columns = withColumn(before.file.columns, { index, column })
      return { step: 'columns', file: { ...before.file, columns } }
    })
  }

  async function check(file: PatientsFile) {
    if (!file.columns.includes('name')) {
      setState({ step: 'columns', file, fault: 'Elige qué columna tiene el nombre.' })
      return
    }
    const own = ++run.current
    const total = file.lines.length
    setState({ step: 'checking', file, progress: { done: 0, total } })
    try {
      const checked = await checkPatients(file, {
        today: localToday(),
        ask: async (rows) => {
          if (run.current !== own) throw new Error('another run has begun')
          return (await api.contacts.checkImport({ centerId, rows })).outcomes
        },
        onProgress: (done) => {
          if (run.current === own) setState({ step: 'checking', file, progress: { done, total } })
        },
      })
      if (run.current === own) setState({ step: 'preview', file, checked, importId: newIdempotencyKey() })
    } catch (error) {
      if (run.current === own) setState({ step: 'columns', file, fault: errorText(error) })
    }
  }

  async function start({ file, checked, importId }: Extract<ImportState, { step: 'preview' }>) {
    const refused = checked.outcomes.filter(({ outcome }) => outcome === 'refused').length
    const known = checked.outcomes.filter(({ outcome }) => outcome === 'known' || outcome === 'repeated').length
    const planned = checked.fresh.length
    try {
      await api.contacts.startImport({ centerId, importId, fileName: file.name, planned, known, refused })
    } catch (error) {
      setState({ step: 'preview', file, checked, importId, fault: errorText(error) })
      return
    }
    await goOn({ file, checked, importId, parts: partsOf(checked.fresh), sent: 0, added: 0 })
  }

  /** Sends the parts that are left, one after the other. A part whose answer was lost is sent again, and adds no one twice. */
  async function goOn(from: Running) {
    const own = ++run.current
    let running = from
    const progressOf = ({ parts, sent }: Running): Progress => ({
      done: parts.slice(0, sent).reduce((sum, part) => sum + part.length, 0),
      total: running.checked.fresh.length,
    })
    setState({ step: 'importing', running, progress: progressOf(running) })
    try {
      for (const rows of from.parts.slice(from.sent)) {
        const { added } = await api.contacts.importRows({ centerId, importId: from.importId, rows })
        running = { ...running, sent: running.sent + 1, added: running.added + added }
        if (run.current !== own) {
          setState((before) =>
            before.step === 'paused' ? { ...before, running, progress: progressOf(running) } : before,
          )
          return
        }
        setState({ step: 'importing', running, progress: progressOf(running) })
      }
      setState({ step: 'done', running })
    } catch (error) {
      if (run.current === own) {
        setState({ step: 'paused', running, progress: progressOf(running), fault: errorText(error) })
      }
    } finally {
      void queryClient.invalidateQueries({ queryKey: queries.contacts.key() })
    }
  }

  function pause() {
    run.current += 1
    setState((before) => (before.step === 'importing' ? { ...before, step: 'paused' } : before))
  }

  function backToColumns(file: PatientsFile) {
    run.current += 1
    setState({ step: 'columns', file })
  }

  function reset() {
    run.current += 1
    setState({ step: 'choose' })
  }

  return { state, choose, setColumn, check, backToColumns, start, goOn, pause, reset }
}

export type Import = ReturnType<typeof useImport>
