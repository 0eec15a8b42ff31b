import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import type { AppointmentColumn } from '#contract/appointment-columns.ts'
import { type AppointmentRow, packAppointment } from '#contract/appointment-files.ts'
import { useApi } from '#web/platform/api.ts'
import { newIdempotencyKey } from '#web/platform/idempotency-key.ts'
import { localToday } from '#web/platform/local-days.ts'
import { ErrorTextContext } from '#web/ui/error-text.ts'
import { withColumn } from '../read-table.ts'
import { type Checked, checkAppointments, type LineOutcome, outcomesOf, partsOf } from './check-appointments.ts'
import { matchNames, type NamedProfessional, type Team, withProfessional, withService } from './match-names.ts'
import { type AppointmentsFile, readAppointments } from './read-appointments.ts'

type Progress = { done: number; total: number }
type Named = { file: AppointmentsFile; team: Team; names: NamedProfessional[] }

/** What the desk decides in the preview. `people`: who each person of a question is; empty where it is not said yet. */
export type Choices = { people: Record<string, string>; insists: boolean; tells: boolean }

type Running = Named & {
  importId: string
  parts: AppointmentRow[][]
  insists: boolean
  sent: number
  added: number
  /** What was not booked after all. */
  outcomes: LineOutcome[]
}

export type AppointmentImportState =
  | { step: 'choose'; fault?: string }
  | { step: 'columns'; file: AppointmentsFile; fault?: string }
  | ({ step: 'names'; fault?: string } & Named)
  | ({ step: 'checking'; progress: Progress } & Named)
  | ({ step: 'preview'; checked: Checked; choices: Choices; importId: string; fault?: string } & Named)
  | { step: 'importing'; running: Running; progress: Progress }
  | { step: 'paused'; running: Running; progress: Progress; fault?: string }
  | { step: 'done'; running: Running }

type Preview = Extract<AppointmentImportState, { step: 'preview' }>

/** The rows that the desk decided to book, in the order of the file. */
export function rowsToBook({ checked, choices }: Pick<Preview, 'checked' | 'choices'>): AppointmentRow[] {
  const answered = checked.questions.flatMap(({ key, rows }) => {
    const answer = choices.people[key] ?? ''
    return answer === '' ? [] : rows.map((row) => ({ ...row, answer }))
  })
  return [...checked.fresh, ...(choices.insists ? checked.insistable : []), ...answered].toSorted(
    (a, b) => a.line - b.line,
  )
}

/** A family often has one telephone, so another name is another person unless the desk says otherwise. */
const firstChoices = ({ questions }: Checked): Choices => ({
  people: Object.fromEntries(questions.map(({ key, reason }) => [key, reason === 'other_name' ? 'new' : ''])),
  insists: false,
  tells: false,
})

const progressOf = ({ parts, sent }: Running): Progress => ({
  done: parts.slice(0, sent).reduce((sum, part) => sum + part.length, 0),
  total: parts.reduce((sum, part) => sum + part.length, 0),
})

/**
 * One import of appointments, from the file to its end. It goes on while the page shows another part of the section, and stops when the
 * section is left: then the same file, chosen again, books only what is missing.
 */
export function useAppointmentImport({ centerId }: { centerId: string }) {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()
  const errorText = use(ErrorTextContext)
  const [state, setState] = useState<AppointmentImportState>({ step: 'choose' })
  // The run whose answers count: another file, a pause or leaving the section makes it outdated.
  const run = useRef(0)
  useEffect(
    () => () => {
      run.current += 1
    },
    [],
  )
  function show(next: AppointmentImportState) {
    run.current += 1
    setState(next)
  }
  const change = <Step extends AppointmentImportState['step']>(
    step: Step,
    next: (before: Extract<AppointmentImportState, { step: Step }>) => AppointmentImportState,
  ) =>
    setState((before) =>
      before.step === step ? next(before as Extract<AppointmentImportState, { step: Step }>) : before,
    )

  async function choose(file: File | undefined) {
    if (!file) return
    const own = ++run.current
    const read = await readAppointments(file)
    if (run.current !== own) return
    setState('fault' in read ? { step: 'choose', fault: read.fault } : { step: 'columns', file: read.file })
  }

  const setColumn = (index: number, column: AppointmentColumn | null) =>
    change('columns', ({ file }) => ({
      step: 'columns',
      file: { ...file, columns: withColumn(file.columns, { index, column }) },
    }))

  /** Reads the team, and finds what of it the file names. */
  async function name(file: AppointmentsFile) {
    const missing = missingColumn(file)
    if (missing) {
      setState({ step: 'columns', file, fault: missing })
      return
    }
    const own = ++run.current
    try {
      const input = { centerId, from: localToday(), days: 1 }
      const { professionals: team } = await queryClient.fetchQuery(queries.agenda.get.queryOptions({ input }))
      if (run.current !== own) return
      const matched = matchNames(file, team)
      setState(
        'fault' in matched
          ? { step: 'columns', file, fault: matched.fault }
          : { step: 'names', file, team, names: matched.names },
      )
    } catch (error) {
      if (run.current === own) setState({ step: 'columns', file, fault: errorText(error) })
    }
  }

  const setProfessional = (index: number, professionalId: string) =>
    change('names', ({ fault: _fault, ...before }) => ({
      ...before,
      names: withProfessional(before.names, { index, professionalId, team: before.team }),
    }))
  const setService = (index: number, service: number, serviceId: string) =>
    change('names', ({ fault: _fault, ...before }) => ({
      ...before,
      names: withService(before.names, { index, service, serviceId }),
    }))

  async function check(named: Named) {
    const { file, team, names } = named
    if (names.every(({ services }) => services.every(({ serviceId }) => serviceId === ''))) {
      setState({
        step: 'names',
        file,
        team,
        names,
        fault: 'Elige el profesional y el servicio de alguna de las citas.',
      })
      return
    }
    const own = ++run.current
    const total = file.lines.length
    const showProgress = (done: number) => {
      if (run.current === own) setState({ step: 'checking', file, team, names, progress: { done, total } })
    }
    showProgress(0)
    try {
      const checked = await checkAppointments(file, {
        names,
        team,
        ask: async (rows) => {
          if (run.current !== own) throw new Error('another run has begun')
          return (await api.agenda.checkImport({ centerId, rows })).outcomes
        },
        onProgress: showProgress,
      })
      if (run.current !== own) return
      const choices = firstChoices(checked)
      setState({ step: 'preview', file, team, names, checked, choices, importId: newIdempotencyKey() })
    } catch (error) {
      if (run.current === own) setState({ step: 'names', file, team, names, fault: errorText(error) })
    }
  }

  const setChoices = (choices: Partial<Choices>) =>
    change('preview', (before) => ({ ...before, choices: { ...before.choices, ...choices } }))

  async function start(preview: Preview) {
    const { file, team, names, checked, choices, importId } = preview
    const rows = rowsToBook(preview)
    const [there, clashes] = [outcomesOf(checked.outcomes, 'there'), outcomesOf(checked.outcomes, 'clash')]
    const known = there.length + clashes.filter(({ isSame }) => isSame).length
    const counts = { planned: rows.length, known, refused: file.lines.length - rows.length - known }
    try {
      await api.agenda.startImport({ centerId, importId, fileName: file.name, ...counts, tells: choices.tells })
    } catch (error) {
      setState({ ...preview, fault: errorText(error) })
      return
    }
    const { insists } = choices
    await goOn({ file, team, names, importId, parts: partsOf(rows), insists, sent: 0, added: 0, outcomes: [] })
  }

  /** Sends the parts that are left, one after the other. A part whose answer was lost is sent again, and books nothing twice. */
  async function goOn(from: Running) {
    const own = ++run.current
    let running = from
    setState({ step: 'importing', running, progress: progressOf(running) })
    try {
      for (const part of from.parts.slice(from.sent)) {
        const { added, outcomes } = await api.agenda.importRows({
          ...{ centerId, importId: from.importId, rows: part.map(packAppointment) },
          evenOutsideHours: from.insists,
        })
        const left = outcomes.filter(({ outcome }) => outcome !== 'known')
        running = {
          ...running,
          ...{ sent: running.sent + 1, added: running.added + added, outcomes: [...running.outcomes, ...left] },
        }
        if (run.current !== own) {
          change('paused', (before) => ({ ...before, running, progress: progressOf(running) }))
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
      for (const key of [queries.contacts.key(), queries.agenda.key()]) {
        void queryClient.invalidateQueries({ queryKey: key })
      }
    }
  }

  function pause() {
    run.current += 1
    change('importing', (before) => ({ ...before, step: 'paused' }))
  }

  return {
    ...{ state, choose, setColumn, name, setProfessional, setService, check, setChoices, start, goOn, pause },
    backToColumns: (file: AppointmentsFile) => show({ step: 'columns', file }),
    backToNames: ({ file, team, names }: Named) => show({ step: 'names', file, team, names }),
    reset: () => show({ step: 'choose' }),
  }
}

function missingColumn({ columns }: AppointmentsFile): string | undefined {
  if (!columns.includes('date')) return 'Elige qué columna tiene la fecha.'
  return columns.includes('name') ? undefined : 'Elige qué columna tiene el nombre del paciente.'
}

export type AppointmentImport = ReturnType<typeof useAppointmentImport>
