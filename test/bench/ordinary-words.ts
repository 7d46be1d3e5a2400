/** Words of every note that are concepts of SNOMED CT, by the semantic tag that they have there: an index of all of it must not take them for findings. */

export const ORDINARY_WORDS: Readonly<Record<string, string>> = {
  'qualifier value':
    'Left|Right|Bilateral|Positive|Negative|Normal|Abnormal|Mild|Moderate|Severe|Acute|Chronic|Present|Absent|Daily|Once daily|Twice a day|Day|Week|Month|Year|Hour|milligram|milliliter|gram|liter|kilogram|centimeter|percent|High|Low|Increased|Decreased|New|Old|First|Second|Possible|Probable|Known|Unknown|None|Yes|No|Good|Poor|Stable|Improved|Worse|Early|Late|Total|Partial|Single|Multiple|Small|Large|History of|Due to|Following|Routine|Urgent|Oral|Surgical|Medical|Clear|Open|Closed|Soft|Hard|Current|Past',
  person: 'Patient|Mother|Father|Sister|Brother|Wife|Husband|Son|Daughter|Child|Family|Neighbor|Caregiver|Baby',
  occupation: 'Nurse|Physician|Surgeon|Teacher|Farmer|Driver|Baker|Engineer|Cook|Student|Secretary|Builder',
  finding: 'Male|Female|Alive|Married|Widowed|Retired|Unemployed|Lives alone|Independent|Comfortable|Well|Tired|Happy',
  'observable entity':
    'Age|Weight|Height|Name|Sex|Date of birth|Temperature|Address|Telephone number|Diet|Size|Duration|Color|Mood|Appetite|Sleep|Gait|Tone|Power|Sensation|Speech|Memory|Vision|Hearing|Result',
  procedure:
    'Procedure|Examination|Consultation|Treatment|Admission|Discharge|Follow-up|Test|Measurement|History taking|Surgery|Imaging|Monitoring|Assessment|Review|Referral|Operation|Education|Screening|Counseling|Injection|Dressing|Feeding|Removal|Repair|Transfer|Evaluation|Visit',
  substance:
    'Blood|Urine|Water|Food|Milk|Egg|Salt|Sugar|Alcohol|Tobacco|Oxygen|Air|Protein|Glass|Wool|Dust|Coffee|Tea|Wine|Bread|Fat|Serum|Plasma|Stool|Saliva|Drug|Medicine|Iron|Gas|Oil',
  product: 'Medication|Vaccine|Tablet product|Blood product|Ointment product',
  event: 'Event|Fall|Death|Accident|Birth|Travel|Exposure|Injury event',
  situation: 'No complaint|Medication taken|Test done|Seen by doctor|Procedure done',
  'body structure': 'Head|Neck|Hand|Heart|Liver|Knee|Back|Skin|Chest|Abdomen|Arm|Leg|Eye|Ear|Lung|Side|Body',
  environment: 'Hospital|Home|Clinic|Ward|School|Emergency department|Country|Room',
  organism: 'Dog|Cat|Human|Bacteria|Virus|Mouse|Horse|Bee',
  'physical object': 'Bed|Chair|Book|Catheter|Stent|Wheelchair|Car|Telephone|Glasses|Needle',
  specimen: 'Blood specimen|Urine specimen|Swab',
};
