import { dataExportPart } from '#server/platform/data-export.ts'
import { listFavorites } from './favorites.repository.ts'

export const favorites = dataExportPart({
  name: 'favorites',
  title: 'Centros que guardaste',
  layout: 'lines',
  fields: {
    savedAt: { label: 'Guardado', as: 'instant' },
    name: { label: 'Centro' },
  },
  read: async (db, { userId }) => (await listFavorites(db, { userId })).map(({ savedAt, name }) => ({ savedAt, name })),
})
