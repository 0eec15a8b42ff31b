import { type ErrorMap, ORPCError } from '@orpc/contract'
import { z } from 'zod'

const retryAfter = z.object({ retryAfterSeconds: z.number().int() })

/** Errors that any route may throw, with the message that users read. */
export const requestErrors = {
  'request.malformed': { status: 400, message: 'No pudimos leer lo que se envió. Vuelve a intentarlo.' },
  'request.invalid': {
    status: 422,
    message: 'Hay datos que no podemos aceptar. Revísalos y vuelve a intentarlo.',
    data: z.object({ fields: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  'request.too_large': { status: 413, message: 'Lo que intentas enviar es demasiado grande.' },
  'request.too_slow': {
    status: 408,
    message:
      'La conexión es muy lenta o se cortó mientras enviábamos tu archivo. Prueba de nuevo con otra conexión, o con un archivo más liviano.',
  },
  'request.too_many': {
    status: 429,
    message: 'Demasiados intentos seguidos. Espera un momento e inténtalo de nuevo.',
    data: retryAfter,
  },
  'request.changed_meanwhile': {
    status: 409,
    message:
      'Alguien cambió esto mientras lo tenías abierto, así que no se guardó. Mira lo nuevo y vuelve a intentarlo.',
  },
  'request.terms_changed': {
    status: 409,
    message:
      'Las condiciones cambiaron mientras las leías, así que no hicimos nada. Mira las nuevas y confirma de nuevo.',
  },
  'request.key_reused': {
    status: 409,
    message: 'Ya recibimos este pedido con otros datos, así que no hicimos nada. Míralos y vuelve a intentarlo.',
  },
  'request.not_found': { status: 404, message: 'No encontramos lo que buscas.' },
  'request.cross_site': { status: 403, message: 'El pedido llegó desde otro sitio y no se aceptó.' },
  'session.missing': { status: 401, message: 'Inicia sesión para continuar.' },
  'session.forbidden': { status: 403, message: 'Tu cuenta no tiene permiso para hacer esto.' },
  'session.second_factor': { status: 403, message: 'Escribe el código de tu segundo factor para continuar.' },
  'session.second_factor_missing': {
    status: 403,
    message: 'Para entrar al área de administración, activa antes el segundo factor en Mi Cuenta.',
  },
  'session.registration_pending': { status: 403, message: 'Completa tu registro para continuar.' },
  'service.unavailable': {
    status: 503,
    message: 'No podemos responder en este momento. Volvemos en unos instantes.',
  },
  'service.storage_full': {
    status: 507,
    message: 'Por ahora no podemos guardar archivos. Inténtalo más tarde: lo demás funciona.',
  },
  'service.failure': { status: 500, message: 'Algo falló de nuestro lado. Ya quedó registrado; inténtalo de nuevo.' },
} as const satisfies ErrorMap

type CodeOf<Errors extends ErrorMap> = Errors extends unknown ? keyof Errors & string : never
type ItemOf<Errors extends ErrorMap, Code> = Errors extends unknown
  ? Code extends keyof Errors
    ? Errors[Code]
    : never
  : never
type DataOf<Item> = Item extends { data: infer S extends z.ZodType } ? [data: z.input<S>] : []

/**
 * Creates a feature's error factory from the maps that it uses: `const fail = failWith(agendaErrors, centerErrors)`, then
 * `throw fail('centers.not_found')`. Status and message come from the contract, so a use case never writes its own. */
export function failWith<Maps extends readonly ErrorMap[]>(...maps: Maps) {
  const errors: ErrorMap = Object.assign({}, ...maps)
  return <Code extends CodeOf<Maps[number]>>(code: Code, ...[data]: DataOf<ItemOf<Maps[number], Code>>) => {
    const item = errors[code]
    return new ORPCError(code, { status: item?.status, message: item?.message, data })
  }
}
export const failRequest = failWith(requestErrors)

/** The error for one field whose value breaks a rule that the schema can't check. */
export function failField(path: string, message: string) {
  return failRequest('request.invalid', { fields: [{ path, message }] })
}

export function pickErrors<Errors extends ErrorMap, Code extends keyof Errors>(
  errors: Errors,
  ...codes: readonly Code[]
): Pick<Errors, Code> {
  return Object.fromEntries(codes.map((code) => [code, errors[code]])) as Pick<Errors, Code>
}
