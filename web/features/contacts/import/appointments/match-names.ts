import type { AgendaProfessional } from '#contract/agenda.ts'
import { appointmentImportLimits } from '#contract/appointment-files.ts'
import { foldText } from '#contract/folded-text.ts'
import { areRelatedNames, nameKey } from '#contract/similar-names.ts'
import { formatCount } from '#web/platform/formats.ts'
import { cellsOf } from '../read-table.ts'
import type { AppointmentsFile } from './read-appointments.ts'

export type Team = readonly Pick<AgendaProfessional, 'id' | 'name' | 'services'>[]

/** A professional as the file names them, with the services that it names for them. Empty ids: nothing was chosen. */
export type NamedProfessional = {
  /** Empty where the file names none. */
  name: string
  professionalId: string
  services: { name: string; serviceId: string }[]
}

/** What the file names, each distinct name once, with what of the team has that name. */
export function matchNames(file: AppointmentsFile, team: Team): { names: NamedProfessional[] } | { fault: string } {
  const found = new Map<string, NamedProfessional>()
  let pairs = 0
  for (const line of file.lines) {
    const { professional, service } = namesOf(line, file.columns)
    let named = found.get(foldText(professional))
    if (!named) {
      named = { name: professional, professionalId: findProfessional(professional, team), services: [] }
      found.set(foldText(professional), named)
    }
    if (named.services.some(({ name }) => foldText(name) === foldText(service))) continue
    pairs += 1
    if (pairs > appointmentImportLimits.names) {
      const most = formatCount(appointmentImportLimits.names)
      return {
        fault: `Nombra más de ${most} servicios distintos. Revisa qué columna es el servicio, o divide el archivo.`,
      }
    }
    named.services.push({ name: service, serviceId: findService(service, named.professionalId, team) })
  }
  return { names: [...found.values()] }
}

function namesOf(line: AppointmentsFile['lines'][number], columns: AppointmentsFile['columns']) {
  const { professional = '', service = '' } = cellsOf(line, columns)
  return { professional: professional.trim().slice(0, 200), service: service.trim().slice(0, 200) }
}

/** The names after another professional was chosen: their services are matched again. */
export const withProfessional = (
  names: readonly NamedProfessional[],
  { index, professionalId, team }: { index: number; professionalId: string; team: Team },
): NamedProfessional[] =>
  names.map((named, at) =>
    at === index
      ? {
          ...named,
          professionalId,
          services: named.services.map(({ name }) => ({ name, serviceId: findService(name, professionalId, team) })),
        }
      : named,
  )

export const withService = (
  names: readonly NamedProfessional[],
  { index, service, serviceId }: { index: number; service: number; serviceId: string },
): NamedProfessional[] =>
  names.map((named, at) =>
    at === index
      ? { ...named, services: named.services.map((each, n) => (n === service ? { ...each, serviceId } : each)) }
      : named,
  )

/** The service that was chosen for what each line names; undefined where none was. */
export function servicesByLine(names: readonly NamedProfessional[], columns: AppointmentsFile['columns']) {
  const keyOf = (professional: string, service: string) => `${foldText(professional)}\n${foldText(service)}`
  const chosen = new Map(
    names.flatMap(({ name, professionalId, services }) =>
      services.map((service) => [keyOf(name, service.name), { professionalId, serviceId: service.serviceId }] as const),
    ),
  )
  return (line: AppointmentsFile['lines'][number]) => {
    const { professional, service } = namesOf(line, columns)
    const found = chosen.get(keyOf(professional, service))
    return found?.serviceId ? found : undefined
  }
}

const titles = /^(?:lic|licda|dra?|mag|psic|fisio|prof|ft)\b\.?\s*/i

function findProfessional(name: string, team: Team): string {
  const [only] = team
  if (name === '') return only && team.length === 1 ? only.id : ''
  const plain = (text: string) => text.trim().replace(titles, '')
  const same = team.filter((each) => nameKey(plain(each.name)) === nameKey(plain(name)))
  const alike = same.length > 0 ? same : team.filter((each) => areRelatedNames(plain(each.name), plain(name)))
  return alike.length === 1 ? (alike[0]?.id ?? '') : ''
}

function findService(name: string, professionalId: string, team: Team): string {
  const services = team.find(({ id }) => id === professionalId)?.services ?? []
  const same = services.filter((each) => nameKey(each.name) === nameKey(name))
  if (same.length === 1) return same[0]?.id ?? ''
  return name === '' && services.length === 1 ? (services[0]?.id ?? '') : ''
}
