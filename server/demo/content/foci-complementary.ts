import type { Focus } from './focus.types.ts'

export const complementaryFoci = {
  acupuntura: {
    service: 'acupuntura',
    discipline: 'acupuntura',
    titles: ['D{r|ra}.', ''],
    isRegistered: false,
    specialties: ['Acupuntura', 'Medicina china', 'Dolor crónico', 'Migrañas'],
    offers: [
      { name: 'Sesión de acupuntura', minutes: 45, pesos: [1200, 1900] },
      { name: 'Primera consulta', minutes: 60, pesos: [1500, 2200] },
    ],
    setting: 'hands',
    training: [
      'Acupuntor{|a} con formación de cuatro años en medicina tradicional china.',
      'Formad{o|a} en acupuntura y moxibustión, con práctica en dolor crónico.',
    ],
    approach: [
      'Trabaja con agujas descartables y explica cada punto antes de usarlo.',
      'Recibe sobre todo consultas por migrañas, insomnio y dolor lumbar.',
      'Acompaña los tratamientos médicos y nunca pide dejarlos.',
    ],
  },
  mindfulness: {
    service: 'terapias-complementarias',
    discipline: 'mindfulness',
    titles: ['Lic.', ''],
    isRegistered: false,
    specialties: ['Mindfulness', 'Meditación', 'Manejo del estrés', 'Sueño'],
    offers: [
      { name: 'Sesión individual de mindfulness', minutes: 60, pesos: [1000, 1600] },
      { name: 'Práctica guiada', minutes: 30, pesos: [900, 1100] },
    ],
    setting: 'talk',
    training: [
      'Instructor{|a} de mindfulness, formad{o|a} en el programa de reducción del estrés de ocho semanas.',
      'Instructor{|a} de meditación, con práctica diaria desde hace quince años.',
    ],
    approach: [
      'Propone ejercicios de diez minutos que caben en un día cargado.',
      'No hace falta experiencia previa ni sentarse en el piso.',
      'Acompaña a personas con estrés laboral y dificultades para dormir.',
    ],
  },
  coaching: {
    service: 'terapias-complementarias',
    discipline: 'coaching',
    titles: ['', 'Lic.'],
    isRegistered: false,
    specialties: ['Coaching', 'Orientación vocacional', 'Cambios laborales', 'Hábitos'],
    offers: [
      { name: 'Sesión de coaching', minutes: 60, pesos: [1400, 2300] },
      { name: 'Orientación vocacional', minutes: 90, pesos: [2000, 2900] },
    ],
    setting: 'talk',
    training: [
      'Coach ontológic{o|a} certificad{o|a}, con veinte años de trabajo en empresas.',
      'Coach y docente, dedicad{o|a} a la orientación vocacional.',
    ],
    approach: [
      'Ayuda a poner en orden una decisión difícil y a dar el primer paso.',
      'Los procesos duran entre seis y ocho encuentros, con tareas entre uno y otro.',
      'Si lo que aparece es un tema de salud mental, lo dice y recomienda con quién seguir.',
    ],
  },
  'flores-de-bach': {
    service: 'terapias-complementarias',
    discipline: 'flores de Bach y aromaterapia',
    titles: [''],
    isRegistered: false,
    specialties: ['Flores de Bach', 'Aromaterapia', 'Terapias holísticas'],
    offers: [
      { name: 'Consulta de flores de Bach', minutes: 60, pesos: [1000, 1500] },
      { name: 'Sesión de aromaterapia', minutes: 45, pesos: [950, 1400] },
    ],
    setting: 'talk',
    training: [
      'Terapeuta floral con formación en aromaterapia.',
      'Formad{o|a} en flores de Bach y en acompañamiento emocional.',
    ],
    approach: [
      'Dedica la primera consulta a conversar, sin apuro.',
      'Presenta su trabajo como un acompañamiento que no reemplaza ningún tratamiento.',
      'Entrega por escrito cada preparado y cómo usarlo.',
    ],
  },
  reiki: {
    service: 'reiki',
    discipline: 'reiki',
    titles: [''],
    isRegistered: false,
    specialties: ['Reiki', 'Relajación', 'Terapias holísticas'],
    offers: [{ name: 'Sesión de reiki', minutes: 60, pesos: [900, 1400] }],
    setting: 'hands',
    training: [
      'Maestr{o|a} de reiki usui, con consultorio propio.',
      'Formad{o|a} en reiki y en técnicas de relajación.',
    ],
    approach: [
      'Ofrece un rato de calma en un lugar silencioso y cálido.',
      'La sesión se hace con ropa puesta y sin contacto, si así se prefiere.',
      'Deja claro que es un complemento y que no reemplaza la consulta médica.',
    ],
  },
  radiestesia: {
    service: 'radiestesia',
    discipline: 'radiestesia',
    titles: [''],
    isRegistered: false,
    specialties: ['Radiestesia', 'Armonización de espacios'],
    offers: [
      { name: 'Consulta de radiestesia', minutes: 60, pesos: [1000, 1500] },
      { name: 'Armonización del hogar', minutes: 90, pesos: [1800, 2500] },
    ],
    setting: 'hands',
    training: ['Radiestesista con veinte años de práctica.', 'Formad{o|a} en radiestesia y geobiología.'],
    approach: [
      'Recorre la casa o trabaja sobre un plano, según lo que se necesite.',
      'Explica qué hace y qué no puede prometer.',
      'Entrega un resumen escrito de cada visita.',
    ],
  },
} as const satisfies Record<string, Focus>
