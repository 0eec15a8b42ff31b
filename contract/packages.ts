import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { personKinds } from './agenda.ts'
import { memberErrors, ownerErrors } from './centers.ts'
import { contactErrors } from './contacts.ts'
import { pickErrors } from './errors.ts'
import { packageLimits } from './package-limits.ts'
import { deskMethod, paymentMethod } from './payment-methods.ts'
import { type Changed, route } from './route.ts'
import { cents, day, id, instant, version } from './values.ts'

export const packageErrors = {
  'packages.reception_only': { status: 403, message: 'Los bonos los venden recepción y quien dirige el centro.' },
  'packages.offer_not_found': { status: 404, message: 'Ese bono ya no se vende. Mira los que hay.' },
  'packages.too_many_offers': { status: 409, message: 'Llegaste al máximo de bonos. Elimina uno que ya no uses.' },
  'packages.not_given': { status: 409, message: 'Ningún profesional da ahora ese servicio. Revisa el bono.' },
  'packages.not_found': { status: 404, message: 'No encontramos ese bono.' },
  'packages.closed_by_staff': {
    status: 409,
    message: 'Nuestro equipo suspendió a este centro o no lo tiene aprobado: por ahora no puede vender bonos.',
  },
  'packages.too_many': { status: 409, message: 'Esta persona ya tiene demasiados bonos del centro.' },
  'packages.blocked': {
    status: 409,
    message: 'Este paciente bloqueó al centro, así que el centro no puede venderle bonos.',
  },
  'packages.changed': {
    status: 409,
    message: 'Este bono cambió desde otro equipo. Mira cómo quedó y vuelve a intentar.',
  },
  'packages.more_than_due': {
    status: 409,
    message: 'Es más de lo que falta pagar.',
    data: z.object({ dueCents: cents }),
  },
  /** The open appointments that the package pays for, the next first. */
  'packages.reserved': {
    status: 409,
    message: 'Hay citas reservadas con este bono. Cancélalas antes de devolverlo.',
    data: z.object({ appointments: z.array(z.object({ id, startsAt: instant, professionalName: z.string() })) }),
  },
  'packages.passed_on': {
    status: 409,
    message: 'Ya te pasamos el dinero con el que se devolvería este pago. Escríbenos para devolverlo.',
  },
  'packages.staff_decide': {
    status: 409,
    message: 'El dinero de este bono ya está con el centro. Escríbenos, y nuestro equipo ve cómo se devuelve.',
  },
  'packages.still_usable': {
    status: 409,
    message: 'Ya puedes reservar otra vez con este bono. Si prefieres devolverlo, habla con el centro.',
  },
  'packages.nothing_to_refund': { status: 409, message: 'De este bono no queda nada para devolver.' },
  'packages.not_usable': {
    status: 409,
    message: 'Ese bono no sirve para esta cita: terminó, no le quedan sesiones o es de otro servicio o profesional.',
  },
} as const satisfies ErrorMap

const { sessions, days } = packageLimits
const between = ({ min, max }: { min: number; max: number }, message: string) =>
  z.number({ error: message }).int(message).min(min, message).max(max, message)

const centEach = ({ priceCents, sessions: count }: { priceCents: number; sessions: number }) => priceCents >= count

const offerFields = z.object({
  /** One service of the centre; the other professionals who give it have services of the same type and name. */
  serviceId: id,
  /** Null: all who give the service. */
  professionalIds: z.array(id).min(1, 'Elige quién lo da').max(packageLimits.professionals).nullable(),
  sessions: between(sessions, `Escribe de ${sessions.min} a ${sessions.max} sesiones`),
  priceCents: z
    .number({ error: 'Escribe el precio' })
    .int('Escribe un importe con hasta dos decimales')
    .min(1, 'Escribe el precio')
    .max(packageLimits.priceCents, 'Ese precio es demasiado alto'),
  validityDays: between(days, `Escribe de ${days.min} a ${days.max} días`),
  isActive: z.boolean(),
})
export type PackageOfferFields = z.output<typeof offerFields>
const typedOffer = offerFields.refine(centEach, { path: ['priceCents'], error: 'Es muy poco para tantas sesiones' })

const who = z.object({ id, name: z.string() })

const packageOffer = offerFields.extend({
  id,
  /** The version covers what its form edits. */
  version,
  /** Null when the service was deleted: the offer is not sold until the owner chooses another. */
  serviceId: id.nullable(),
  serviceName: z.string().nullable(),
  /** Who gives its sessions now; without any, it is not sold. */
  professionals: z.array(who),
})
export type PackageOffer = z.output<typeof packageOffer>

/** What visitors read of a package that is sold. */
const publishedPackage = packageOffer
  .pick({ id: true, sessions: true, priceCents: true, validityDays: true, professionals: true })
  .extend({ serviceName: z.string() })

/** `disputed`: its payer disputes the online payment, or has got it back that way; it books nothing. */
const packageStates = ['active', 'used_up', 'expired', 'disputed', 'refunded'] as const
export type PackageState = (typeof packageStates)[number]

const soldPackage = z.object({
  id,
  centerId: id,
  centerName: z.string(),
  serviceName: z.string(),
  /** The services that its sessions pay for: one of each professional who gives them. */
  serviceIds: z.array(id),
  professionalNames: z.array(z.string()),
  sessions: z.number().int(),
  leftSessions: z.number().int(),
  reservedSessions: z.number().int(),
  usedSessions: z.number().int(),
  state: z.enum(packageStates),
  soldAt: instant,
  /** The last local day, as of now. */
  validUntil: day,
  /** The validity stands still, because its buyer can't book: the centre blocked them, or staff suspended it or took its approval away. */
  isStopped: z.boolean(),
  /** Null for a professional of the centre, who does not see the money of the desk. */
  money: z
    .object({
      priceCents: cents,
      paidCents: cents,
      /** What is still owed of the price. */
      dueCents: cents,
      refundedCents: cents,
      /** What the centre gives back if it ends now. */
      refundableCents: cents,
      /** What its buyer, who reads it, may ask for at the gateway while it stands still; 0 for the others, and once Senda has passed it on. */
      ownRefundCents: cents,
      payments: z.array(
        z.object({
          id: z.number().int(),
          amountCents: cents,
          refundedCents: cents,
          method: paymentMethod,
          paidAt: instant,
        }),
      ),
    })
    .nullable(),
  /** The appointments that its sessions pay for, in the order of the sessions. */
  visits: z.array(
    z.object({
      number: z.number().int(),
      appointmentId: id,
      startsAt: instant,
      isUsed: z.boolean(),
      professionalName: z.string(),
      personName: z.string(),
    }),
  ),
})
export type SoldPackage = z.output<typeof soldPackage>

const inCenter = { centerId: id }
const ofOffer = { ...inCenter, offerId: id }
const ofPackage = { ...inCenter, packageId: id }
const tags = ['Bonos']
const soldChanges: readonly Changed[] = ['packages', 'tills', 'payments', 'practice', 'contacts']
const deskErrors = { ...memberErrors, ...pickErrors(packageErrors, 'packages.reception_only') }
const amountCents = z
  .number({ error: 'Escribe cuánto pagó' })
  .int('Escribe un importe con hasta dos decimales')
  .min(1, 'Escribe cuánto pagó')
  .max(packageLimits.priceCents, 'Es más de lo que falta pagar')

export const packages = {
  offers: route({
    method: 'GET',
    path: '/centers/{centerId}/package-offers',
    access: 'signedIn',
    summary: 'Los bonos que vende un centro, también los que están en pausa',
    tags,
  })
    .input(z.object(inCenter))
    .output(z.object({ items: z.array(packageOffer) }))
    .errors(deskErrors),
  createOffer: route({
    method: 'POST',
    path: '/centers/{centerId}/package-offers',
    access: 'signedIn',
    changes: ['packages'],
    summary: 'Agrega un bono a los que vende el centro',
    tags,
    successStatus: 201,
  })
    .input(typedOffer.safeExtend(inCenter))
    .output(packageOffer)
    .errors({ ...ownerErrors, ...pickErrors(packageErrors, 'packages.too_many_offers', 'packages.not_given') }),
  updateOffer: route({
    method: 'PUT',
    path: '/centers/{centerId}/package-offers/{offerId}',
    access: 'signedIn',
    changes: ['packages'],
    summary: 'Cambia un bono que vende el centro',
    description: 'Lo que ya se vendió queda como se vendió.',
    tags,
  })
    .input(typedOffer.safeExtend({ ...ofOffer, version }))
    .output(packageOffer)
    .errors({ ...ownerErrors, ...pickErrors(packageErrors, 'packages.offer_not_found', 'packages.not_given') }),
  removeOffer: route({
    method: 'DELETE',
    path: '/centers/{centerId}/package-offers/{offerId}',
    access: 'signedIn',
    changes: ['packages'],
    summary: 'Deja de vender un bono',
    description: 'Los que se vendieron siguen valiendo.',
    tags,
  })
    .input(z.object(ofOffer))
    .output(z.object({ removed: z.boolean() }))
    .errors(ownerErrors),
  published: route({
    method: 'GET',
    path: '/centers/{centerId}/packages',
    access: 'public',
    summary: 'Los bonos que un centro vende ahora',
    tags,
  })
    .input(z.object(inCenter))
    .output(z.object({ items: z.array(publishedPackage) })),
  mine: route({
    method: 'GET',
    path: '/packages',
    access: 'signedIn',
    summary: 'Los bonos propios, del más nuevo al más viejo',
    tags,
  }).output(z.object({ items: z.array(soldPackage) })),
  refundOwn: route({
    method: 'POST',
    path: '/packages/{packageId}/refund',
    access: 'signedIn',
    changes: ['packages', 'checkouts.list', 'checkouts.get'],
    summary: 'Pide lo que queda de un bono comprado en línea con el que no se puede reservar',
    description:
      'Solo mientras el centro bloqueó a quien lo compró, está suspendido o sin aprobar. `refundCents`: lo que se devuelve, según se leyó.',
    tags,
  })
    .input(z.object({ packageId: id, refundCents: cents.min(1, 'No queda nada para devolver') }))
    .output(soldPackage)
    .errors(
      pickErrors(
        packageErrors,
        'packages.not_found',
        'packages.still_usable',
        'packages.changed',
        'packages.reserved',
        'packages.nothing_to_refund',
        'packages.staff_decide',
      ),
    ),
  ofPerson: route({
    method: 'GET',
    path: '/centers/{centerId}/contacts/{kind}/{personId}/packages',
    access: 'signedIn',
    summary: 'Los bonos que un paciente tiene en el centro',
    description: 'Los de una persona a cargo son de quien la tiene a cargo.',
    tags,
  })
    .input(z.object({ ...inCenter, kind: z.enum(personKinds), personId: id }))
    .output(z.object({ items: z.array(soldPackage) }))
    .errors({ ...memberErrors, ...pickErrors(contactErrors, 'contacts.not_found') }),
  sell: route({
    method: 'POST',
    path: '/centers/{centerId}/packages',
    access: 'signedIn',
    changes: soldChanges,
    summary: 'Vende un bono en el centro, pagado entero o en partes',
    description:
      'Repetir la clave devuelve la misma venta. `soldCount`: cuántos bonos tenía la persona, según se leyó.',
    tags,
    successStatus: 201,
  })
    .input(
      z.object({
        ...inCenter,
        offerId: id,
        /** The version of the offer that the member read. */
        terms: version,
        kind: z.enum(personKinds),
        personId: id,
        soldCount: z.number().int().nonnegative(),
        amountCents,
        method: deskMethod,
        idempotencyKey: id,
      }),
    )
    .output(soldPackage)
    .errors({
      ...deskErrors,
      ...pickErrors(contactErrors, 'contacts.not_found'),
      ...pickErrors(
        packageErrors,
        'packages.offer_not_found',
        'packages.not_given',
        'packages.closed_by_staff',
        'packages.blocked',
        'packages.too_many',
        'packages.changed',
        'packages.more_than_due',
      ),
    }),
  collect: route({
    method: 'POST',
    path: '/centers/{centerId}/packages/{packageId}/payments',
    access: 'signedIn',
    changes: soldChanges,
    summary: 'Cobra una parte de un bono',
    description: '`paidCents`: lo que llevaba pagado, según se leyó. Repetirlo no cobra otra vez.',
    tags,
    successStatus: 201,
  })
    .input(z.object({ ...ofPackage, amountCents, method: deskMethod, paidCents: cents }))
    .output(soldPackage)
    .errors({
      ...deskErrors,
      ...pickErrors(packageErrors, 'packages.not_found', 'packages.changed', 'packages.more_than_due'),
    }),
  refund: route({
    method: 'POST',
    path: '/centers/{centerId}/packages/{packageId}/refund',
    access: 'signedIn',
    changes: soldChanges,
    summary: 'Devuelve lo que queda de un bono, que así termina',
    description: '`refundCents`: lo que se devuelve, según se leyó. Con citas reservadas se rechaza.',
    tags,
  })
    .input(z.object({ ...ofPackage, refundCents: cents.min(1, 'No queda nada para devolver') }))
    .output(soldPackage)
    .errors({
      ...deskErrors,
      ...pickErrors(
        packageErrors,
        'packages.not_found',
        'packages.changed',
        'packages.reserved',
        'packages.passed_on',
        'packages.nothing_to_refund',
      ),
    }),
}
