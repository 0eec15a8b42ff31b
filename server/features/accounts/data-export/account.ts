import type { UserStatus } from '#contract/user-statuses.ts'
import { firstMailAt, isOwnMail } from '#server/features/auth/rules/own-mail.ts'
import { ownsCenter } from '#server/features/centers/repository/of-owner.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import { listMailsTo } from '#server/platform/stored-mails.ts'
import * as repository from '../repository/data-export.ts'

const roles = { patient: 'Paciente', center: 'Centro', moderator: 'Moderación', admin: 'Administración' }

export const account = dataExportPart({
  name: 'account',
  title: 'Tu cuenta',
  layout: 'tables',
  fields: {
    id: { label: 'Tu ID' },
    fullName: { label: 'Nombre' },
    email: { label: 'Correo' },
    emailVerifiedAt: { label: 'Correo confirmado el', as: 'instant' },
    emailMovedAt: { label: 'Correo cambiado el', as: 'instant' },
    newEmail: { label: 'Correo nuevo, sin confirmar' },
    userType: { label: 'Tipo de cuenta', as: roles },
    roles: { label: 'Permisos', as: roles },
    phone: { label: 'Teléfono' },
    address: { label: 'Dirección' },
    emergencyContact: { label: 'Contacto de emergencia' },
    avatarUrl: { label: 'Dirección de la foto' },
    hasPassword: { label: 'Tiene contraseña', as: 'yesNo' },
    registrationPending: { label: 'Registro sin completar', as: 'yesNo' },
    status: {
      label: 'Estado',
      as: { active: 'Activa', suspended: 'Suspendida', banned: 'Cerrada', deleted: 'Eliminada' } satisfies Record<
        UserStatus | 'deleted',
        string
      >,
    },
    suspendedUntil: { label: 'Suspendida hasta', as: 'instant' },
    suspensionReason: { label: 'Motivo' },
    signUpData: { label: 'Lo que escribiste al registrarte', as: 'json' },
    createdAt: { label: 'Creada', as: 'instant' },
    updatedAt: { label: 'Último cambio del perfil', as: 'instant' },
    lastSignInAt: { label: 'Último ingreso', as: 'instant' },
    confirmationSentAt: { label: 'Último correo de confirmación', as: 'instant' },
    recoverySentAt: { label: 'Último correo para recuperar la cuenta', as: 'instant' },
    emailChangeSentAt: { label: 'Último correo de cambio de dirección', as: 'instant' },
  },
  async read(db, input) {
    const row = await repository.findWholeAccount(db, input)
    return row ? { ...row, hasPassword: Boolean(row.hasPassword) } : null
  },
})

export const dependants = dataExportPart({
  name: 'dependants',
  title: 'Personas a cargo',
  layout: 'tables',
  fields: {
    fullName: { label: 'Nombre' },
    birthDate: { label: 'Nacimiento', as: 'day' },
    relation: { label: 'Qué es de ti' },
    createdAt: { label: 'Agregada', as: 'instant' },
    removedAt: { label: 'Quitada', as: 'instant' },
    id: { label: 'Identificador' },
  },
  read: repository.listAllDependants,
})

export const acceptedDocuments = dataExportPart({
  name: 'acceptedDocuments',
  title: 'Documentos que aceptaste',
  layout: 'lines',
  fields: {
    document: { label: 'Documento', as: { terms: 'Términos y condiciones', privacy: 'Política de privacidad' } },
    version: { label: 'Versión' },
    acceptedAt: { label: 'Aceptado', as: 'instant' },
  },
  read: repository.listAcceptances,
})

/** The mails to the user: date and subject, without their text. */
export const mails = dataExportPart({
  name: 'mails',
  title: 'Correos que te enviamos',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    subject: { label: 'Asunto' },
    kind: { label: 'Tipo' },
    sentAt: { label: 'Enviado', as: 'instant' },
  },
  async read(db, { userId }) {
    const owner = await repository.findWholeAccount(db, { userId })
    if (!owner) return []
    const isOwner = await ownsCenter(db, { ownerId: userId })
    const since = firstMailAt(owner)
    const listed = await listMailsTo(db, { recipient: owner.email, since, userId })
    return listed
      .filter(({ kind }) => isOwnMail({ kind, account: owner, ownsCenter: isOwner }))
      .map(({ createdAt, subject, kind, sentAt }) => ({ createdAt, subject, kind, sentAt }))
  },
})

export const copies = dataExportPart({
  name: 'copies',
  title: 'Copias de tus datos que pediste',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Pedida', as: 'instant' },
    status: {
      label: 'Estado',
      as: { queued: 'En espera', running: 'En preparación', ready: 'Lista', failed: 'No se pudo preparar' },
    },
    readyAt: { label: 'Lista', as: 'instant' },
    expiresAt: { label: 'Disponible hasta', as: 'instant' },
  },
  read: repository.listAllExports,
})
