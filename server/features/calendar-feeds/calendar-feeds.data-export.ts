import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from './calendar-feeds.repository.ts'

export const calendarFeeds = dataExportPart({
  name: 'calendarFeeds',
  title: 'Calendarios a los que te suscribiste',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Desde', as: 'instant' },
    centerName: { label: 'Centro' },
    professionalName: { label: 'De' },
    id: { label: 'Identificador' },
  },
  read: repository.listFeedsOf,
})
