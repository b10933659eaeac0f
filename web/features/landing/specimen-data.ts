/** Recorded from the sample patents catalogue as it comes with the product; a test compares. */
export const specimen = {
  query: 'Organisms that make fuel from sugar',
  hits: [
    {
      id: 'US-8349587-B2',
      title: 'Methods And Systems For Chemoautotrophic Production Of Organic Compounds',
      score: 0.7087,
    },
    { id: 'US-20090203070-A1', title: 'Hyperphotosynthetic Organisms', score: 0.7034 },
    {
      id: 'US-20130247452-A1',
      title: 'Bacterial Production Of Jet Fuel And Gasoline Range Hydrocarbons',
      score: 0.7022,
    },
    {
      id: 'US-20140234923-A1',
      title: 'Fermentation Of Glycerol To Organic Acids',
      score: 0.5029,
    },
  ],
};
