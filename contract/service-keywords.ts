import type { ServiceSlug } from './specialty-keys.ts'

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

/**
 * The words with which patients describe what each service helps with, besides the terms of its specialties: folded
 * beginnings of words and phrases. Centres rarely write these words, so they are compared with typed texts only. Only the
 * server reads them, and the browser's scripts leave out an object that consists of literals.
 */
export const serviceSynonyms: Readonly<Record<ServiceSlug, { words: string; phrases?: readonly string[] }>> = {
  psicoterapia: {
    words: `psicolog psicoanal gestalt cognitiv conductual emdr ansie ansios estres stress nervios llor depre bajon
    angusti panic panico crisis fobia miedo insomn dormir duermo pesadill duelo separacion separe divorci infidel autoestima
    agotad burnout celos adicc alcohol droga ludopat violencia maltrat abuso acoso bullying trauma obsesi compulsiv anorex
    bulimi atracon soledad rebeld berrinch timid aprendizaje hiperactiv tdah psicopedag`,
    phrases: ['siento sol', 'deficit de atencion'],
  },
  fisioterapia: {
    words: `cintura contractur tranque trancad desgarr torticol tendinit tendon epicondil codo muneca brazo pierna
    menisc ligament rotula hernia escolios fascitis plantar artros artrit operar operaron operacion cirugia posoperat
    postoperat quebre quebrad fractur yeso traumatolog deportolog correr corro corriendo pelvic mandibul bruxis vertigo
    mareo`,
    phrases: ['pie plano', 'pies planos'],
  },
  'terapia-ocupacional': {
    words: 'autonomia motric acv alzheimer demencia autis sensorial escribir vestirse geriatr',
    phrases: ['adulto mayor', 'adultos mayores'],
  },
  logopedia: { words: 'fono afon ronc tartam tragar deglu pronunci frenillo dislex lectoescrit leer aprendizaje' },
  nutricion: {
    words: `adelgac engord kilos comida comer anorex bulimi atracon vegan vegetarian gluten celiaq celiac intestin gastrit
    trigliceri glucosa prediabet`,
    phrases: ['no come', 'colon irritable'],
  },
  osteopatia: { words: 'postura jaqueca migran cefalea cabeza mandibul bruxis cervical lumb ciatica espalda' },
  quiropracticos: { words: 'vertebra postura espalda lumb ciatica escolios', phrases: ['hernia de disco'] },
  kinesiologia: { words: 'equilibrio marcha caminar movilidad ejercicio escolios postura lesion desgarr' },
  masajistas: { words: 'contractur nudo tension relaj drenaje', phrases: ['piernas cansadas'] },
  reiki: { words: 'energia energetic relaj bienestar' },
  radiestesia: { words: 'armoniz energetic' },
  acupuntura: { words: 'aguja jaqueca migran cefalea fumar sofoco' },
  'terapias-complementarias': { words: 'medita aroma respira holistic', phrases: ['flores de bach'] },
}
