/** How countries lay out and name what they deliver, as far as an import sees it. */

import { EN_GB, EN_US, type Layout } from './layouts.js';

export const INTERNATIONAL: Layout = {
  folder: 'SnomedCT_InternationalRF2_PRODUCTION_20260101T120000Z',
  country: 'INT',
  refsets: { en: EN_US },
};

/** A country's own package beside the International one: its layout, one concept of its own, one translation. */
export const EXTENSIONS: readonly (readonly [what: string, layout: Layout, language: string])[] = [
  [
    'UK clinical',
    {
      folder: 'SnomedCT_UKClinicalRF2_PRODUCTION_20260506T000001Z',
      release: 'UKCL',
      country: 'GB1000000',
      refsets: { en: '999001261000000100' },
    },
    'en',
  ],
  [
    'UK drug',
    {
      folder: 'SnomedCT_UKDrugRF2_PRODUCTION_20260506T000001Z',
      release: 'UKDG',
      country: 'GB1000001',
      refsets: { en: '999000691000001104' },
    },
    'en',
  ],
  [
    'US',
    { folder: 'SnomedCT_USEditionRF2_PRODUCTION_20260301T120000Z', country: 'US1000124', refsets: { en: EN_US } },
    'en',
  ],
  [
    'Canadian',
    {
      folder: 'SnomedCT_CanadianEditionRF2_PRODUCTION_20260331T120000Z',
      country: 'CA1000087',
      languageInName: false,
      refsets: { en: '19491000087109', fr: '20581000087109' },
    },
    'fr',
  ],
  [
    'Belgian',
    {
      folder: 'SnomedCT_ManagedServiceBE_PRODUCTION_BE1000172_20260315T120000Z',
      country: 'BE1000172',
      refsets: { fr: '21000172104', en: EN_GB },
    },
    'fr',
  ],
  [
    'Swiss',
    {
      folder: 'SnomedCT_ManagedServiceCH_PRODUCTION_CH1000195_20260607T120000Z',
      country: 'CH1000195',
      refsets: { fr: '2041000195100', en: EN_GB },
    },
    'fr',
  ],
  [
    'French',
    {
      folder: 'SnomedCT_ManagedServiceFR_PRODUCTION_FR1000315_20260621T120000Z',
      country: 'FR1000315',
      refsets: { fr: '10031000315102', en: EN_GB },
    },
    'fr',
  ],
  [
    'Spanish',
    {
      folder: 'SnomedCT_SpanishRelease-es_PRODUCTION_20260331T120000Z',
      release: 'SpanishExtension',
      country: 'INT',
      refsets: { es: '448879004', en: EN_GB },
    },
    'es',
  ],
  [
    'beta',
    {
      folder: 'xSnomedCT_BetaRF2_BETA_20260701T120000Z',
      prefix: 'x',
      country: 'INT',
      date: '20260701',
      release: 'Beta',
      refsets: { en: EN_US },
    },
    'en',
  ],
  [
    'IPS Terminology',
    {
      folder: 'SnomedCT_IPSTerminologyRF2_PRODUCTION_20240701T120000Z',
      release: 'IPS',
      country: 'IPST',
      date: '20240701',
      views: ['Snapshot'],
      refsets: { en: EN_US },
    },
    'en',
  ],
  [
    'a package with byte order marks and LF',
    { folder: 'Other', country: 'XX1000999', bom: true, lineEnd: '\n', refsets: { en: EN_GB } },
    'en',
  ],
];
