import { ageLabels, genderLabels } from '#contract/attended.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from '../repository/professionals.ts'

const weekdays = { 1: 'Lunes', 2: 'Martes', 3: 'Miércoles', 4: 'Jueves', 5: 'Viernes', 6: 'Sábado', 7: 'Domingo' }

export const professionals = dataExportPart({
  name: 'professionals',
  title: 'Profesionales',
  layout: 'tables',
  fields: {
    name: { label: 'Nombre' },
    title: { label: 'Título' },
    centerName: { label: 'Centro' },
    specialties: { label: 'Especialidades' },
    modalities: { label: 'Modalidades' },
    ages: { label: 'Atiende a', as: ageLabels },
    gender: { label: 'Género', as: genderLabels },
    videoPlatform: { label: 'Plataforma de videollamada' },
    videoLink: { label: 'Enlace de videollamada' },
    registrationNumber: { label: 'Número de registro' },
    bio: { label: 'Presentación' },
    photoUrl: { label: 'Dirección de la foto' },
    isActive: { label: 'Atiende', as: 'yesNo' },
    rating: { label: 'Calificación' },
    totalReviews: { label: 'Opiniones que cuentan en la calificación' },
    createdAt: { label: 'Desde', as: 'instant' },
    id: { label: 'Identificador' },
  },
  read: repository.listAllOf,
})

export const hours = dataExportPart({
  name: 'hours',
  title: 'Horarios',
  layout: 'lines',
  fields: {
    professionalName: { label: 'Profesional' },
    weekday: { label: 'Día', as: weekdays },
    from: { label: 'Desde' },
    to: { label: 'Hasta' },
  },
  async read(db, input) {
    const rows = await repository.listAllHoursOf(db, input)
    return rows.map(({ startMinute, endMinute, ...row }) => ({
      ...row,
      from: wallTime(startMinute),
      to: wallTime(endMinute),
    }))
  },
})

export const timeOff = dataExportPart({
  name: 'timeOff',
  title: 'Ausencias',
  layout: 'lines',
  fields: {
    professionalName: { label: 'Profesional' },
    startsAt: { label: 'Desde', as: 'instant' },
    endsAt: { label: 'Hasta', as: 'instant' },
    reason: { label: 'Motivo' },
    createdAt: { label: 'Anotada', as: 'instant' },
  },
  read: repository.listAllTimeOffOf,
})

/** Formats a minute of the day as «09:30». */
function wallTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
