/** Recorded from the sample patents catalogue as it comes with the product; tests compare. */
export const specimen = {
  query: 'cheese made without milk',
  /** What the API finds. */
  totalFound: 9,
  hits: [
    {
      ucid: 'US-99090012-B2',
      title: 'Process for mould-ripened plant-based cheese with enzymatically set protein network',
      conceptScore: 0.919,
      hasText: true,
      passage:
        'Retailers ask for plant-based cheese that is ripened, has protein, and can be made the whole year in one quality. Artisanal wheels from cashew exist, at prices above sixty dollars a kilogram.',
    },
    {
      ucid: 'US-20200990092-A1',
      title: 'Process for mould-ripened plant-based cheese with enzymatically set protein network',
      conceptScore: 0.9188,
      hasText: true,
      passage:
        'Retailers ask for plant-based cheese that is ripened, has protein, and can be made the whole year in one quality. Artisanal wheels from cashew exist, at prices above sixty dollars a kilogram.',
    },
    {
      ucid: 'US-20130990091-A1',
      title:
        'Ripened cheese substitute from nut milk coagulated by lactic culture and a plant protease',
      conceptScore: 0.9062,
      hasText: true,
      passage:
        'Foods for persons who do not eat milk products, made by the trade methods of a dairy.',
    },
  ],
} as const;
