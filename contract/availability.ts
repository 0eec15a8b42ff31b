import { z } from 'zod'
import { agendaErrors, agendaTimeOff } from './agenda.ts'
import { hoursGridMessage, hoursGridMinutes } from './calendar.ts'
import { memberErrors, ownerErrors } from './centers.ts'
import { dayChange } from './day-changes.ts'
import { pickErrors } from './errors.ts'
import { type Changed, route } from './route.ts'
import { maxProfessionals, teamErrors } from './team.ts'
import { day, id, instant, instantInput, typedText, version } from './values.ts'

/** Preset of a professional's hours: start times from 09:00 to 12:30 and from 14:00 to 18:30, Monday to Saturday. */
export const presetHours = [1, 2, 3, 4, 5, 6].flatMap((weekday) => [
  { weekday, startMinute: 9 * 60, endMinute: 13 * 60 },
  { weekday, startMinute: 14 * 60, endMinute: 19 * 60 },
])

/** Minutes from local midnight, in steps of five. */
export const weeklyInterval = z
  .object({
    weekday: z.number().int().min(1).max(7),
    startMinute: z.number().int().min(0).max(1435).multipleOf(hoursGridMinutes, hoursGridMessage),
    endMinute: z.number().int().min(5).max(1440).multipleOf(hoursGridMinutes, hoursGridMessage),
  })
  .refine(({ startMinute, endMinute }) => startMinute < endMinute, {
    path: ['endMinute'],
    error: 'Tiene que terminar después de empezar',
  })
export type WeeklyInterval = z.output<typeof weeklyInterval>

/** A professional's week. The intervals of a day don't overlap; adjacent ones are merged. */
export const week = z
  .array(weeklyInterval)
  .max(70)
  .superRefine((intervals, context) => {
    for (const [index, interval] of intervals.entries()) {
      const overlaps = intervals.some(
        (other, before) =>
          before < index &&
          other.weekday === interval.weekday &&
          other.startMinute < interval.endMinute &&
          interval.startMinute < other.endMinute,
      )
      if (overlaps) {
        context.addIssue({
          code: 'custom',
          path: [index, 'startMinute'],
          message: 'Este horario se superpone con otro del mismo día',
        })
      }
    }
  })

/** Whole local days, or part of one day. */
export const timeOffSpan = z
  .object({ startsAt: instantInput, endsAt: instantInput, reason: typedText({ max: 300 }) })
  .refine(({ startsAt, endsAt }) => startsAt < endsAt, {
    path: ['endsAt'],
    error: 'Tiene que terminar después de empezar',
  })
  .refine(({ startsAt, endsAt }) => Date.parse(endsAt) - Date.parse(startsAt) <= 366 * 86_400_000, {
    path: ['endsAt'],
    error: 'Puede durar hasta un año',
  })

/** An appointment outside the new hours. It stays until the patient or the centre moves or cancels it. */
export const affectedAppointment = z.object({ id, startsAt: instant, name: z.string(), professionalName: z.string() })
export type AffectedAppointment = z.output<typeof affectedAppointment>

export const availabilityOfProfessional = z.object({
  professionalId: id,
  name: z.string(),
  /** The version covers the weekly hours. */
  version,
  hours: z.array(weeklyInterval),
  /** Current and future absences, in order. */
  timeOff: z.array(agendaTimeOff),
  can: z.object({
    setHours: z.boolean(),
  }),
})
export type Availability = z.output<typeof availabilityOfProfessional>

const inCenter = { centerId: id }
const ofProfessional = { centerId: id, professionalId: id }
const tags = ['Disponibilidad']
/** Hours and time off also appear in the agenda, on the team's cards and in the progress of the profile. */
const changes: readonly Changed[] = ['availability.list', 'agenda', 'team', 'practice']
const path = '/centers/{centerId}/professionals/{professionalId}'
const affected = z.object({ affected: z.array(affectedAppointment) })
const forProfessionals = { professionalIds: z.array(id).min(1).max(maxProfessionals) }

export const weeksLaterMax = 12
const toPatients = typedText({ min: 3, max: 500, message: 'Escribe el motivo: se lo contamos al paciente' })
const cancelAffected = z.object({ action: z.literal('cancel'), reason: toPatients })
/** Moves to the same weekday and time, `weeks` later. */
const moveAffected = z.object({
  action: z.literal('move'),
  reason: toPatients,
  weeks: z.number().int().min(1).max(weeksLaterMax),
})

/** The owner updates every professional's hours, a professional their own; receptionists read them and add time off. */
export const availability = {
  list: route({
    method: 'GET',
    path: '/centers/{centerId}/availability',
    access: 'signedIn',
    summary: 'Horarios y ausencias de cada profesional',
    tags,
  })
    .input(z.object(inCenter))
    .output(z.object({ items: z.array(availabilityOfProfessional) }))
    .errors(memberErrors),
  setHours: route({
    method: 'PUT',
    path: `${path}/hours`,
    access: 'signedIn',
    changes,
    summary: 'Cambia la semana de un profesional',
    description: 'Con `preview` no cambia nada. Dice en ambos casos qué citas quedan fuera del nuevo horario.',
    tags,
  })
    .input(z.object({ ...ofProfessional, version, hours: week, preview: z.boolean().optional() }))
    .output(affected)
    .errors({ ...ownerErrors, ...pickErrors(teamErrors, 'team.professional_not_found', 'team.too_many_absences') }),
  addTimeOff: route({
    method: 'POST',
    path: '/centers/{centerId}/time-off',
    access: 'signedIn',
    changes,
    summary: 'Agrega una ausencia a uno o varios profesionales',
    description:
      'Con `preview` no cambia nada. Dice en ambos casos qué citas quedan dentro. Con `appointments` también las cancela o las ' +
      'pasa a otra semana, todo junto, y `change` dice a quién se le avisó y a quién hay que llamar. Si el dueño o recepción la ' +
      'agrega a todo el equipo, el centro cierra en sus días enteros, también para quien se sume después.',
    tags,
  })
    .input(
      timeOffSpan
        .safeExtend({
          ...inCenter,
          ...forProfessionals,
          appointments: z.discriminatedUnion('action', [cancelAffected, moveAffected]).optional(),
          preview: z.boolean().optional(),
          /** The terms of the preview that the caller read; required with `appointments` and without `preview`. */
          terms: version.optional(),
        })
        .refine(({ appointments, preview, terms }) => !appointments || preview || terms !== undefined, {
          path: ['terms'],
          message: 'Mira primero qué pasaría',
        }),
    )
    .output(affected.extend({ change: dayChange.nullable() }))
    .errors({
      ...ownerErrors,
      ...pickErrors(teamErrors, 'team.professional_not_found', 'team.too_many_absences'),
      ...pickErrors(agendaErrors, 'agenda.changed_meanwhile', 'agenda.many_in_progress'),
    }),
  removeTimeOff: route({
    method: 'DELETE',
    path: '/centers/{centerId}/time-off/{timeOffId}',
    access: 'signedIn',
    changes,
    summary: 'Quita una ausencia',
    tags,
  })
    .input(z.object({ ...inCenter, timeOffId: id }))
    .output(z.object({ removed: z.boolean() }))
    .errors({ ...ownerErrors, ...pickErrors(teamErrors, 'team.professional_not_found', 'team.too_many_absences') }),
  holidays: route({
    method: 'GET',
    path: '/holidays',
    access: 'public',
    summary: 'Los feriados de Uruguay de los próximos doce meses',
    tags,
  }).output(z.object({ items: z.array(z.object({ date: day, name: z.string(), isPaid: z.boolean() })) })),
  closeOnHolidays: route({
    method: 'POST',
    path: '/centers/{centerId}/holidays',
    access: 'signedIn',
    changes,
    summary: 'Cierra el centro en esos feriados',
    description: 'Un feriado que ya está cerrado queda como está. Con `preview` no cambia nada.',
    tags,
  })
    .input(
      z.object({
        ...inCenter,
        ...forProfessionals,
        dates: z.array(day).min(1).max(40),
        preview: z.boolean().optional(),
      }),
    )
    .output(affected)
    .errors({ ...ownerErrors, ...pickErrors(teamErrors, 'team.professional_not_found', 'team.too_many_absences') }),
}
