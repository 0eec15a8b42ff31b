import { expect, test } from 'vitest'
import { unpackAppointment } from '#contract/appointment-files.ts'
import type { AppointmentOutcome } from '#contract/appointment-import-routes.ts'
import { withColumn } from '../read-table.ts'
import { checkAppointments } from './check-appointments.ts'
import { matchNames, type NamedProfessional, type Team, withProfessional } from './match-names.ts'
import { type AppointmentsFile, readAppointments } from './read-appointments.ts'

const [ana, bruno] = ['0b0e7c9e-5f5b-4a44-8f6f-0c1f6a3f1d11', '0b0e7c9e-5f5b-4a44-8f6f-0c1f6a3f1d12']
const service = (n: number, name: string, durationMinutes = 60) => ({
  ...{ id: `1b0e7c9e-5f5b-4a44-8f6f-0c1f6a3f1d1${n}`, name, durationMinutes, priceCents: 150_000, terms: 'x' },
})
const [physio, control, massage] = [service(1, 'Fisioterapia'), service(2, 'Control', 30), service(3, 'Masaje')]
const team: Team = [
  { id: ana, name: 'Ana Suárez', services: [physio, control] },
  { id: bruno, name: 'Lic. Bruno Gil', services: [massage] },
]
const heads = 'Fecha;Hora;Paciente;Celular;Profesional;Servicio'

async function read(content: string | Uint8Array<ArrayBuffer>): Promise<AppointmentsFile> {
  const result = await readAppointments(new File([content], 'citas.csv'))
  if ('fault' in result) throw new Error(result.fault)
  return result.file
}
function match(file: AppointmentsFile, of: Team = team): NamedProfessional[] {
  const matched = matchNames(file, of)
  if ('fault' in matched) throw new Error(matched.fault)
  return matched.names
}
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test('each name of the file is matched once, however it is written, and services are those of its professional', async () => {
  const lines = [
    ...['Dra. ana suarez;fisioterapia', 'Suárez, Ana;Control', 'SUÁREZ, ANA;Fisioterapia', 'Gil;Masaje', ';Masaje'],
    ...['Bruno Gil;Otra cosa', 'Nadie Más;Masaje'],
  ]
  const file = await read([heads, ...lines.map((line) => `24/11/2026;10:00;Eva;;${line}`)].join('\n'))
  const names = match(file)
  expect(names).toEqual([
    { name: 'Dra. ana suarez', professionalId: ana, services: [{ name: 'fisioterapia', serviceId: physio.id }] },
    {
      ...{ name: 'Suárez, Ana', professionalId: ana },
      services: [
        { name: 'Control', serviceId: control.id },
        { name: 'Fisioterapia', serviceId: physio.id },
      ],
    },
    { name: 'Gil', professionalId: bruno, services: [{ name: 'Masaje', serviceId: massage.id }] },
    { name: '', professionalId: '', services: [{ name: 'Masaje', serviceId: '' }] },
    { name: 'Bruno Gil', professionalId: bruno, services: [{ name: 'Otra cosa', serviceId: '' }] },
    { name: 'Nadie Más', professionalId: '', services: [{ name: 'Masaje', serviceId: '' }] },
  ])
  expect(withProfessional(names, { index: 5, professionalId: bruno, team })[5]?.services).toEqual([
    { name: 'Masaje', serviceId: massage.id },
  ])
  const alone: Team = [{ id: ana, name: 'Ana Suárez', services: [physio] }]
  expect(match(await read('Fecha;Paciente\n24/11/2026 10:00;Eva'), alone)).toEqual([
    { name: '', professionalId: ana, services: [{ name: '', serviceId: physio.id }] },
  ])
})

test('a file is compared with itself and, in parts, with the agenda; each person is a question once', async () => {
  const lines = [
    '24/11/2026;10:00;Eva Sosa;099 111 222;Ana Suárez;Fisioterapia',
    '24/11/26;10.00;Sosa Eva;099111222;Ana Suárez;Fisioterapia',
    '24/11/2026;10:30;Juan Gil;;Ana Suárez;Control',
    '24/11/2026;11:00;Juan Gil;;Ana Suárez;Control',
    '25/11/2026;11:00;Gil, Juan;;Ana Suárez;Control',
    '31/02/2027;11:00;Rosa;;Ana Suárez;Control',
    '26/11/2026;11:00;Rosa;;Nadie;Control',
    '29/11/2026;11:00;=Rosa;;Bruno Gil;Masaje',
  ]
  const file = await read([heads, ...lines].join('\r\n'))
  const conflict = {
    kind: 'hours',
    startsAt: null,
    endsAt: null,
    name: '',
    professionalName: '',
    canInsist: true,
  } as const
  const question = (line: number): AppointmentOutcome => ({ outcome: 'ask', line, reason: 'same_name', candidates: [] })
  const answers: AppointmentOutcome[] = [
    question(5),
    question(6),
    { outcome: 'conflict', line: 9, startsAt: '2026-11-29T14:00:00.000Z', conflict },
  ]
  const sent: string[] = []
  const checked = await checkAppointments(file, {
    ...{ names: match(file), team, onProgress: () => undefined },
    ask: async (rows) => {
      sent.push(...rows)
      return answers
    },
  })
  expect(sent.map((text) => unpackAppointment(text)?.line)).toEqual([2, 5, 6, 9])
  expect(checked.fresh.map(({ line }) => line)).toEqual([2])
  expect(checked.insistable.map(({ line }) => line)).toEqual([9])
  expect(checked.questions.map(({ name, rows }) => [name, rows.map(({ line }) => line)])).toEqual([
    ['Juan Gil', [5, 6]],
  ])
  expect(checked.outcomes).toEqual([
    { outcome: 'clash', line: 3, of: 2, isSame: true },
    { outcome: 'clash', line: 4, of: 2, isSame: false },
    question(5),
    question(6),
    { outcome: 'refused', line: 7, fault: 'date' },
    { outcome: 'refused', line: 8, fault: 'service' },
    answers[2],
  ])
})

test('a file in Latin-1 is read up to its limit, and 100,000 lines are too many', async () => {
  const line = '24/11/2026;10:00;Muñoz;;Ana Suárez;Fisioterapia'
  const file = await read(latin1([heads, line].join('\r\n')))
  expect(file.lines[0]?.cells[2]).toBe('Muñoz')
  const many = new Array<string>(100_000).fill(line)
  const result = await readAppointments(new File([latin1([heads, ...many].join('\r\n'))], 'citas.csv'))
  expect(result).toEqual({ fault: 'Tiene más de 20.000 líneas. Divídelo en varios archivos.' })
})

test('of two columns of one name each may become the telephone', async () => {
  const file = await read('Fecha;Hora;Paciente;Celular;Celular\n24/11/2026;10:00;Eva;099 1;099 2')
  expect(file.columns).toEqual(['date', 'time', 'name', 'phone', null])
  expect(withColumn(file.columns, { index: 4, column: 'phone' })).toEqual(['date', 'time', 'name', null, 'phone'])
})

test('a file that names too many services says so', async () => {
  const lines = Array.from({ length: 301 }, (_, n) => `24/11/2026;10:00;Eva;;Ana;Servicio ${n}`)
  expect(matchNames(await read([heads, ...lines].join('\n')), team)).toEqual({
    fault: 'Nombra más de 300 servicios distintos. Revisa qué columna es el servicio, o divide el archivo.',
  })
})
