import type { CenterSearch, CenterSearchResult } from '#contract/center-search.ts'
import { findPlace } from '#server/features/centers/usecases/find-centers.ts'
import type { Platform } from '#server/platform/platform.ts'
import { landmarkOf } from '../rules/landmarks.ts'
import { fail } from '../search.errors.ts'

type SearchPlace = NonNullable<CenterSearchResult['place']>

/**
 * The landmark or place of the gazetteer that is named, or else the coordinates; null without either.
 * @throws centers.unknown_place
 */
export async function locate(
  platform: Platform,
  { near, latitude, longitude }: Pick<CenterSearch, 'near' | 'latitude' | 'longitude'>,
): Promise<SearchPlace | null> {
  if (near) {
    const landmark = landmarkOf(near)
    if (landmark) return { slug: null, name: landmark.name, latitude: landmark.latitude, longitude: landmark.longitude }
    const place = await findPlace(platform, { slug: near })
    if (!place) throw fail('centers.unknown_place')
    return { slug: place.slug, name: place.name, latitude: place.latitude, longitude: place.longitude }
  }
  if (latitude === undefined || longitude === undefined) return null
  return { slug: null, name: 'Tu ubicación', latitude, longitude }
}
