import { describe, expect, test } from 'vitest'
import type { CatalogOffer } from '#server/features/appointments/repository/free-times.ts'
import { cheapest, fittingServices, type Need } from './fitting-services.ts'

let last = 0
function offer(name: string, pesos: number, more: Partial<CatalogOffer> = {}): CatalogOffer {
  last++
  return {
    serviceId: `service ${last}`,
    professionalId: `professional ${last}`,
    centerId: 'center',
    serviceType: 'psicoterapia',
    name,
    priceCents: pesos * 100,
    durationMinutes: 60,
    confirmsManually: false,
    professionalName: `Ana ${last}`,
    specialties: '',
    ...more,
  }
}

const psychology = [
  offer('Sesión de psicoterapia', 1_650, { durationMinutes: 45, specialties: 'Psicología infantil Duelos' }),
  offer('Sesión de psicoterapia', 1_500, { durationMinutes: 45 }),
  offer('Primera entrevista', 1_800),
  offer('Sesión de pareja', 2_550, { durationMinutes: 90 }),
  offer('Orientación a madres y padres', 1_600),
  offer('Control de tratamiento', 1_000, { durationMinutes: 30 }),
]
const nutrition = [offer('Control y seguimiento', 900, { durationMinutes: 30 }), offer('Consulta nutricional', 1_300)]
const physiotherapy = [
  offer('Sesión de fisioterapia', 1_200),
  offer('Rehabilitación de suelo pélvico', 1_700),
  offer('Masaje descontracturante', 1_100),
]
const visits = [
  offer('Fisioterapia infantil', 1_400),
  offer('Fisioterapia en el hogar', 1_900),
  offer('Sesión de fisioterapia', 1_200),
]

const first = (offers: readonly CatalogOffer[], need: Need) => fittingServices(offers, need)[0]?.[0].name

describe('the service that a card offers', () => {
  test.each([
    [psychology, {}, 'Sesión de psicoterapia'],
    [psychology, { q: 'ansiedad' }, 'Sesión de psicoterapia'],
    [psychology, { q: 'terapia de pareja' }, 'Sesión de pareja'],
    [psychology, { q: 'TERAPIA MATRIMONIAL' }, 'Sesión de pareja'],
    [psychology, { q: 'psicólogo para mi hijo' }, 'Sesión de psicoterapia'],
    [psychology, { q: 'primera entrevista' }, 'Primera entrevista'],
    [nutrition, { q: 'nutricionista' }, 'Consulta nutricional'],
    [nutrition, { q: 'control nutricional' }, 'Control y seguimiento'],
    [physiotherapy, { q: 'suelo pélvico' }, 'Rehabilitación de suelo pélvico'],
    [physiotherapy, { q: 'piso pelvico' }, 'Rehabilitación de suelo pélvico'],
    [physiotherapy, { q: 'masajes' }, 'Masaje descontracturante'],
    [physiotherapy, { q: 'fisio' }, 'Sesión de fisioterapia'],
    [visits, {}, 'Sesión de fisioterapia'],
    [visits, { ages: 'children' }, 'Fisioterapia infantil'],
    [visits, { modality: 'home' }, 'Fisioterapia en el hogar'],
  ] as const)('in case %# is the one that fits the need best', (offers, need, name) => {
    expect(first(offers, need)).toBe(name)
  })

  test.each([
    [nutrition, { q: 'terapia de pareja' }],
    [[offer('Consulta psiquiátrica', 2_600)], { q: 'ansiedad' }],
    [[offer('Control de tratamiento', 1_900)], {}],
    [[offer('Sesión de psicoterapia', 1_500, { specialties: 'Terapia de pareja' })], { q: 'pareja' }],
  ] as const)('of the services %#, none clearly fits %o', (offers, need) => {
    expect(fittingServices(offers, need)).toEqual([])
  })

  test('a specialty of the professional makes a general session fit', () => {
    const [group] = fittingServices(psychology, { q: 'psicóloga para mi hija' })
    expect(group?.map(({ priceCents }) => priceCents)).toEqual([165_000])
  })

  test('a chosen specialty has the effect of a typed one', () => {
    const offers = [offer('Consulta psiquiátrica', 2_600), offer('Sesión de psicoterapia', 1_500)]
    expect(first(offers, { specialties: ['psiquiatria'] })).toBe('Consulta psiquiátrica')
  })

  test.each(['psiquiatra', 'siquiatra'])('«%s» is offered a consultation with a psychiatrist', (q) => {
    const offers = [offer('Sesión individual', 1_500), offer('Consulta psiquiátrica', 2_600)]
    expect(first(offers, { q })).toBe('Consulta psiquiátrica')
  })

  test('one service of several professionals is one group, with its lowest price', () => {
    const [group] = fittingServices(psychology, { q: 'psicoterapia' })
    expect(group).toHaveLength(2)
    expect(group && cheapest(group)).toBe(150_000)
  })

  test('without a need, the field of most professionals comes first', () => {
    const offers = [offer('Sesión de terapia ocupacional', 900, { serviceType: 'terapia-ocupacional' }), ...psychology]
    expect(first(offers, {})).toBe('Sesión de psicoterapia')
  })

  test('a professional is in a group once', () => {
    const twice = [offer('Sesión', 900, { professionalId: 'ana' }), offer('Sesión', 800, { professionalId: 'ana' })]
    expect(fittingServices(twice, {})[0]?.map(({ priceCents }) => priceCents)).toEqual([80_000])
  })
})
