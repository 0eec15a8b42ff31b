import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { centerCard, coordinate } from './center-search.ts'
import { centerErrors, centerProfile } from './centers.ts'
import { pickErrors } from './errors.ts'
import { maxFavoriteCards, maxFavorites, maxFavoritesOfBrowser } from './favorite-limits.ts'
import { route } from './route.ts'
import { id, instant, instantInput, serviceSlug, typedText } from './values.ts'

export const favoriteErrors = {
  'favorites.too_many': {
    status: 409,
    message: `Puedes guardar hasta ${maxFavorites} centros. Quita alguno para guardar otro.`,
  },
} as const satisfies ErrorMap

/** A centre that an account has saved. */
export const favorite = z.object({
  centerId: id,
  /** Its present name, also while it is not published. */
  name: z.string(),
  savedAt: instant,
  /** Whether visitors see the centre. A closed one stays in the list, so that its user learns of it. */
  isPublished: z.boolean(),
})

/** The last saved centre first. */
export const favoriteList = z.object({ items: z.array(favorite).max(maxFavorites) })

/** What a visitor compares of a centre. Its offer and its times fit the need of the request, as on the card of a search. */
export const favoriteCard = centerCard
  .omit({ reasons: true, cancelledShare: true, treats: true, description: true, phone: true, website: true })
  .extend(centerProfile.pick({ languages: true, covers: true, lateRefundPercent: true }).shape)
export type FavoriteCard = z.output<typeof favoriteCard>

const tags = ['Guardados']

/** The centres that an account saves for later, and what is compared of centres. */
export const favorites = {
  list: route({
    method: 'GET',
    path: '/me/favorites',
    access: 'signedIn',
    summary: 'Los centros que guardó quien pregunta',
    tags,
  }).output(favoriteList),
  save: route({
    method: 'PUT',
    path: '/me/favorites/{centerId}',
    access: 'signedIn',
    returns: 'favorites.list',
    summary: 'Guarda un centro',
    description: 'Guardar otra vez el mismo centro no cambia nada.',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(favoriteList)
    .errors({ ...pickErrors(favoriteErrors, 'favorites.too_many'), ...pickErrors(centerErrors, 'centers.not_found') }),
  remove: route({
    method: 'DELETE',
    path: '/me/favorites/{centerId}',
    access: 'signedIn',
    returns: 'favorites.list',
    summary: 'Quita un centro de los guardados',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(favoriteList),
  merge: route({
    method: 'POST',
    path: '/me/favorites',
    access: 'signedIn',
    changes: ['favorites.list'],
    summary: 'Pasa a la cuenta los centros que guardaba el navegador',
    description: 'Devuelve los que no entraron, porque la cuenta ya tiene todos los que puede guardar.',
    tags,
  })
    .input(
      z.object({
        items: z.array(z.object({ centerId: id, savedAt: instantInput })).max(maxFavoritesOfBrowser),
      }),
    )
    .output(z.object({ left: z.array(id) })),
  centers: route({
    method: 'GET',
    path: '/favorites/centers',
    access: 'public',
    summary: 'Lo que se compara de unos centros',
    description: 'En el orden pedido. Un centro que no está publicado falta en la respuesta.',
    tags,
  })
    .input(
      z.object({
        centerIds: z.array(id).min(1).max(maxFavoriteCards),
        /** The need, as in a search. */
        q: typedText({ max: 100 }).optional(),
        service: serviceSlug.optional(),
        /** Slug of a place of the gazetteer, or coordinates. Without either, the centres have no distance. */
        near: z.string().max(60).optional(),
        latitude: coordinate(90),
        longitude: coordinate(180),
      }),
    )
    .output(z.object({ items: z.array(favoriteCard), placeName: z.string().nullable() }))
    .errors(pickErrors(centerErrors, 'centers.unknown_place')),
}
