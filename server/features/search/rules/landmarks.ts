import type { Coordinates } from '#server/features/centers/centers.types.ts'

/**
 * Hospitals, shopping centres, squares and avenues of Montevideo that people name instead of a neighbourhood. The positions are
 * facts of public maps (OpenStreetMap, and the catalogue of Intendencia de Montevideo), noted by hand to some 300 m; that of an
 * avenue is a point on its busiest part. The slugs begin with `lugar-`, so that no place of the database has one of them.
 */
type Row = readonly [label: string, typed: string, latitude: number, longitude: number]

const rows: readonly Row[] = [
  ['Hospital de Clínicas', 'hospital de clinicas, clinicas de avenida italia', -34.8913, -56.1524],
  [
    'Hospital Pereira Rossell',
    'hospital pereira rossell, pereira rossell, pereira rosell, pereira rosel',
    -34.9008,
    -56.1632,
  ],
  ['Hospital Británico', 'hospital britanico', -34.8936, -56.1601],
  ['Hospital Maciel', 'hospital maciel', -34.9083, -56.2098],
  ['Hospital Pasteur', 'hospital pasteur', -34.8776, -56.1369],
  ['Hospital Militar', 'hospital militar', -34.8864, -56.1549],
  ['Montevideo Shopping', 'montevideo shopping, mvd shopping, shopping de montevideo', -34.9035, -56.1364],
  ['World Trade Center', 'world trade center, wtc', -34.904, -56.1345],
  [
    'Punta Carretas Shopping',
    'punta carretas shopping, shopping punta carretas, shopping de punta carretas',
    -34.9239,
    -56.1587,
  ],
  [
    'Tres Cruces',
    'terminal tres cruces, shopping tres cruces, tres cruces shopping, terminal de tres cruces',
    -34.894,
    -56.1662,
  ],
  ['Portones Shopping', 'portones shopping, portones de carrasco, shopping portones, portones', -34.8808, -56.0812],
  ['Nuevocentro Shopping', 'nuevocentro shopping, nuevo centro shopping, nuevocentro', -34.8706, -56.169],
  ['Estadio Centenario', 'estadio centenario, el estadio', -34.8945, -56.1528],
  ['Obelisco', 'obelisco, el obelisco', -34.8973, -56.1648],
  ['Plaza Independencia', 'plaza independencia', -34.9066, -56.1998],
  ['Plaza Cagancha', 'plaza cagancha, plaza libertad', -34.9056, -56.1912],
  ['Plaza Matriz', 'plaza matriz, plaza constitucion', -34.9066, -56.2037],
  ['Intendencia de Montevideo', 'intendencia, la intendencia, intendencia de montevideo, la imm', -34.9058, -56.1862],
  ['Palacio Legislativo', 'palacio legislativo', -34.8911, -56.1873],
  ['Mercado Agrícola', 'mercado agricola', -34.8879, -56.1815],
  ['Mercado del Puerto', 'mercado del puerto', -34.9062, -56.2118],
  ['Antel Arena', 'antel arena', -34.8627, -56.1547],
  ['Facultad de Ingeniería', 'facultad de ingenieria', -34.9182, -56.1667],
  ['Universidad de la República', 'udelar, universidad de la republica', -34.9025, -56.1771],
  ['Universidad Católica', 'universidad catolica, la catolica', -34.8887, -56.1588],
  ['Puerto del Buceo', 'puerto del buceo, puertito del buceo', -34.9108, -56.1318],
  ['Kibón', 'kibon', -34.9197, -56.1545],
  ['18 de Julio', '18 de julio, avenida 18 de julio, av 18 de julio', -34.9051, -56.1868],
  ['8 de Octubre', '8 de octubre, avenida 8 de octubre, av 8 de octubre', -34.8885, -56.1592],
  ['Avenida Italia', 'avenida italia, av italia', -34.8913, -56.1524],
  ['Bulevar Artigas', 'bulevar artigas, bvar artigas, bv artigas, boulevard artigas', -34.8973, -56.1643],
  ['Bulevar España', 'bulevar espana, bvar espana, bv espana, boulevard espana', -34.9108, -56.1625],
  ['21 de Setiembre', '21 de setiembre, 21 de septiembre', -34.9172, -56.159],
  ['Avenida Arocena', 'arocena, avenida arocena, av arocena', -34.8868, -56.0583],
  ['Constituyente', 'constituyente, avenida constituyente', -34.9073, -56.1783],
  ['Rambla de Pocitos', 'rambla de pocitos, playa pocitos, rambla pocitos', -34.9133, -56.1483],
  ['Rambla de Malvín', 'rambla de malvin, playa malvin, rambla malvin', -34.8977, -56.1042],
]

export type Landmark = Coordinates & { slug: string; name: string; typed: readonly string[] }

const slugOf = (label: string) =>
  `lugar-${label.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '-')}`

export const landmarks: readonly Landmark[] = rows.map(([name, typed, latitude, longitude]) => ({
  slug: slugOf(name),
  name,
  typed: typed.split(', '),
  latitude,
  longitude,
}))

const bySlug = new Map(landmarks.map((landmark) => [landmark.slug, landmark]))
export const landmarkOf = (slug: string): Landmark | undefined => bySlug.get(slug)
