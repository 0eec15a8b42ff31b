import { dataExportPart } from '#server/platform/data-export.ts'
import { listAnswersOf, listRemovedOf } from './repository/review-queue.ts'
import * as repository from './repository/reviews.ts'

export const reviews = dataExportPart({
  name: 'reviews',
  title: 'Opiniones',
  layout: 'tables',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    centerName: { label: 'Centro' },
    professionalName: { label: 'Profesional' },
    rating: { label: 'Estrellas' },
    comment: { label: 'Comentario' },
    reply: { label: 'Respuesta del centro' },
    repliedAt: { label: 'Respondida', as: 'instant' },
    appointmentId: { label: 'Cita' },
    id: { label: 'Identificador' },
  },
  read: (db, { userId }) => repository.listReviewsOfPatient(db, { patientId: userId }),
})

export const reviewReplies = dataExportPart({
  name: 'reviewReplies',
  title: 'Respuestas a opiniones',
  layout: 'lines',
  fields: {
    repliedAt: { label: 'Fecha', as: 'instant' },
    centerName: { label: 'Centro' },
    reply: { label: 'Respuesta' },
  },
  read: repository.listRepliesOf,
})

export const reviewReports = dataExportPart({
  name: 'reviewReports',
  title: 'Opiniones que pediste revisar',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    centerName: { label: 'Centro' },
    reason: { label: 'Motivo' },
  },
  read: repository.listReportsOf,
})

export const removedReviews = dataExportPart({
  name: 'removedReviews',
  title: 'Opiniones tuyas que retiramos',
  layout: 'lines',
  fields: {
    removedAt: { label: 'Retirada', as: 'instant' },
    centerName: { label: 'Centro' },
    rating: { label: 'Estrellas' },
    comment: { label: 'Comentario' },
  },
  read: listRemovedOf,
})

/** The user's answers to actions on their reviews. */
export const actionAnswers = dataExportPart({
  name: 'measureAnswers',
  title: 'Respuestas a medidas sobre tus opiniones',
  layout: 'lines',
  fields: { answeredAt: { label: 'Fecha', as: 'instant' }, text: { label: 'Respuesta' } },
  read: listAnswersOf,
})
