import { ageGroups, ageLabels, genderLabels, genders } from '#contract/attended.ts'
import type { CenterSearch } from '#contract/center-search.ts'
import { coverLabel, searchedCovers } from '#contract/cover-labels.ts'
import { languageKeys, languages } from '#contract/languages.ts'
import { placeLabels, places } from '#contract/places.ts'
import { maxSearchedPrice } from '#contract/search.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { oneOf } from '#web/platform/search-params.ts'
import type { CareParam } from './centers-search.ts'

export type CareSearch = { [Name in CareParam]?: string | undefined }
type CareValues = Pick<CenterSearch, CareParam>

/** The values that the URL has; those that don't exist are ignored. */
export function readCare({ modality, maxPrice, ages, gender, cover, language }: CareSearch): CareValues {
  const values = {
    modality: oneOf(places, modality),
    maxPrice: readPrice(maxPrice),
    ages: oneOf(ageGroups, ages),
    gender: oneOf(genders, gender),
    cover: oneOf(searchedCovers, cover),
    language: oneOf(languageKeys, language),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

function readPrice(text: string = ''): number | undefined {
  return /^\d{1,7}$/.test(text) && Number(text) <= maxSearchedPrice ? Number(text) : undefined
}

export const priceLabel = (pesos: number) => (pesos === 0 ? 'Gratis' : `Hasta ${formatMoney(pesos * 100)}`)

/** The label of each filter that is set. */
export function careLabels(search: CareSearch): { name: CareParam; label: string }[] {
  const { modality, maxPrice, ages, gender, cover, language } = readCare(search)
  const labels: { name: CareParam; label: string | undefined }[] = [
    { name: 'modality', label: modality && placeLabels[modality] },
    { name: 'maxPrice', label: maxPrice === undefined ? undefined : priceLabel(maxPrice) },
    { name: 'ages', label: ages && ageLabels[ages] },
    { name: 'gender', label: gender && `Profesional ${genderLabels[gender].toLowerCase()}` },
    { name: 'cover', label: cover && coverLabel(cover) },
    { name: 'language', label: language && `Atiende en ${languages[language].label.toLowerCase()}` },
  ]
  return labels.flatMap(({ name, label }) => (label === undefined ? [] : [{ name, label }]))
}
