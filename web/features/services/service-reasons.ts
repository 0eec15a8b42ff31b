import type { ServiceSlug } from '#contract/specialties.ts'

/** Why people ask for each service: the keywords of its page. */
export const serviceReasons: Readonly<Record<ServiceSlug, readonly string[]>> = {
  psicoterapia: ['Ansiedad', 'Estrés', 'Tristeza', 'Duelo', 'Autoestima', 'Vínculos y pareja', 'Insomnio'],
  fisioterapia: ['Dolor de espalda', 'Lesiones deportivas', 'Recuperación de cirugías', 'Cuello y hombros', 'Rodilla'],
  'terapia-ocupacional': [
    'Autonomía en casa',
    'Desarrollo infantil',
    'Recuperación después de un ACV',
    'Motricidad fina',
    'Personas mayores',
  ],
  logopedia: ['Lenguaje infantil', 'Tartamudez', 'Cuidado de la voz', 'Deglución', 'Habla después de un ACV'],
  nutricion: ['Alimentación saludable', 'Diabetes', 'Celiaquía', 'Colesterol', 'Embarazo', 'Deporte', 'Peso'],
  osteopatia: ['Tensión muscular', 'Molestias de espalda', 'Postura', 'Tensión en el cuello'],
  quiropracticos: ['Columna', 'Postura', 'Molestias de espalda', 'Tensión en el cuello'],
  kinesiologia: ['Ejercicio terapéutico', 'Rehabilitación', 'Equilibrio y marcha', 'Lesiones deportivas', 'Movilidad'],
  masajistas: ['Contracturas', 'Masaje deportivo', 'Relajación', 'Tensión muscular', 'Descanso'],
  reiki: ['Relajación', 'Bienestar', 'Pausa y descanso'],
  radiestesia: ['Armonización', 'Bienestar', 'Péndulo'],
  acupuntura: ['Medicina tradicional china', 'Relajación', 'Bienestar'],
  'terapias-complementarias': ['Mindfulness', 'Flores de Bach', 'Aromaterapia', 'Meditación', 'Coaching'],
}
