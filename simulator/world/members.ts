/**
 * The S&P 500 by GICS sector at the end of 2025, except two members with an older symbol (FI, MMC). Symbols are spelt
 * as in the short-volume files: class shares with a slash.
 */
const SECTORS = {
  'Information Technology': `
    AAPL Apple; MSFT Microsoft; NVDA Nvidia; AVGO Broadcom; ORCL Oracle; CRM Salesforce; ADBE Adobe;
    AMD Advanced Micro Devices; CSCO Cisco; ACN Accenture; INTU Intuit; IBM IBM; TXN Texas Instruments; QCOM Qualcomm;
    NOW ServiceNow; AMAT Applied Materials; MU Micron Technology; ADI Analog Devices; LRCX Lam Research; KLAC KLA;
    PANW Palo Alto Networks; SNPS Synopsys; CDNS Cadence Design Systems; INTC Intel; ANET Arista Networks;
    APH Amphenol; PLTR Palantir Technologies; CRWD CrowdStrike; FTNT Fortinet; ADSK Autodesk; MSI Motorola Solutions;
    NXPI NXP Semiconductors; ROP Roper Technologies; TEL TE Connectivity; WDAY Workday; FICO Fair Isaac; DDOG Datadog;
    APP AppLovin; GLW Corning; IT Gartner; CTSH Cognizant; MCHP Microchip Technology; MPWR Monolithic Power Systems;
    KEYS Keysight Technologies; DELL Dell Technologies; STX Seagate Technology; WDC Western Digital; SNDK Sandisk;
    HPE Hewlett Packard Enterprise; HPQ HP; TDY Teledyne Technologies; VRSN Verisign; PTC PTC; TYL Tyler Technologies;
    ON ON Semiconductor; NTAP NetApp; FSLR First Solar; CDW CDW; JBL Jabil; TRMB Trimble; GDDY GoDaddy; TER Teradyne;
    SMCI Supermicro; GEN Gen Digital; ZBRA Zebra Technologies; FFIV F5; AKAM Akamai Technologies;
    SWKS Skyworks Solutions; EPAM EPAM Systems; Q Qnity Electronics`,
  'Health Care': `
    LLY Eli Lilly; UNH UnitedHealth Group; JNJ Johnson & Johnson; ABBV AbbVie; MRK Merck; TMO Thermo Fisher Scientific;
    ABT Abbott Laboratories; DHR Danaher; AMGN Amgen; PFE Pfizer; ISRG Intuitive Surgical; ELV Elevance Health;
    SYK Stryker; BSX Boston Scientific; VRTX Vertex Pharmaceuticals; MDT Medtronic; REGN Regeneron; CI Cigna;
    BMY Bristol Myers Squibb; GILD Gilead Sciences; ZTS Zoetis; CVS CVS Health; HCA HCA Healthcare; MCK McKesson;
    COR Cencora; BDX Becton Dickinson; EW Edwards Lifesciences; GEHC GE HealthCare; A Agilent Technologies;
    IDXX Idexx Laboratories; RMD ResMed; IQV IQVIA; CAH Cardinal Health; HUM Humana; CNC Centene; DXCM Dexcom;
    MTD Mettler Toledo; BIIB Biogen; STE Steris; WST West Pharmaceutical Services; LH Labcorp; DGX Quest Diagnostics;
    ZBH Zimmer Biomet; WAT Waters; PODD Insulet; HOLX Hologic; COO Cooper Companies; VTRS Viatris; INCY Incyte;
    ALGN Align Technology; MRNA Moderna; BAX Baxter International; RVTY Revvity; TECH Bio-Techne;
    CRL Charles River Laboratories; SOLV Solventum; UHS Universal Health Services; DVA DaVita; HSIC Henry Schein;
    MOH Molina Healthcare`,
  Financials: `
    BRK/B Berkshire Hathaway; JPM JPMorgan Chase; V Visa; MA Mastercard; BAC Bank of America; WFC Wells Fargo;
    GS Goldman Sachs; MS Morgan Stanley; AXP American Express; SPGI S&P Global; C Citigroup; BLK BlackRock;
    SCHW Charles Schwab; PGR Progressive; CB Chubb; MMC Marsh McLennan; FI Fiserv; ICE Intercontinental Exchange;
    PNC PNC Financial Services; USB U.S. Bancorp; CME CME Group; AON Aon; COF Capital One; BX Blackstone; KKR KKR;
    APO Apollo Global Management; ARES Ares Management; COIN Coinbase; HOOD Robinhood Markets;
    IBKR Interactive Brokers; MCO Moody's; AJG Arthur J. Gallagher; TFC Truist Financial; TRV Travelers;
    BK BNY Mellon; AFL Aflac; ALL Allstate; MET MetLife; AMP Ameriprise Financial; PRU Prudential Financial;
    AIG American International Group; MSCI MSCI; PYPL PayPal; NDAQ Nasdaq; XYZ Block; HIG Hartford; ACGL Arch Capital;
    FIS Fidelity National Information Services; WTW Willis Towers Watson; STT State Street; MTB M&T Bank;
    FITB Fifth Third Bancorp; RJF Raymond James; GPN Global Payments; CBOE Cboe Global Markets;
    SYF Synchrony Financial; HBAN Huntington Bancshares; BRO Brown & Brown; NTRS Northern Trust;
    CINF Cincinnati Financial; CFG Citizens Financial; RF Regions Financial; KEY KeyCorp; WRB W. R. Berkley;
    TROW T. Rowe Price; L Loews; PFG Principal Financial; CPAY Corpay; EG Everest Group; GL Globe Life;
    JKHY Jack Henry; AIZ Assurant; IVZ Invesco; BEN Franklin Resources; FDS FactSet; ERIE Erie Indemnity`,
  'Consumer Discretionary': `
    AMZN Amazon; TSLA Tesla; HD Home Depot; MCD McDonald's; NKE Nike; LOW Lowe's; BKNG Booking Holdings;
    SBUX Starbucks; TJX TJX Companies; CMG Chipotle Mexican Grill; ORLY O'Reilly Automotive; MAR Marriott;
    GM General Motors; F Ford; ABNB Airbnb; DASH DoorDash; AZO AutoZone; HLT Hilton; RCL Royal Caribbean; CVNA Carvana;
    ROST Ross Stores; DHI D. R. Horton; EBAY eBay; GRMN Garmin; YUM Yum! Brands; LEN Lennar; TSCO Tractor Supply;
    CCL Carnival; LULU Lululemon; PHM PulteGroup; ULTA Ulta Beauty; EXPE Expedia; NVR NVR; WSM Williams-Sonoma;
    DRI Darden Restaurants; GPC Genuine Parts; APTV Aptiv; DECK Deckers; BBY Best Buy; LVS Las Vegas Sands;
    TPR Tapestry; DPZ Domino's; POOL Pool Corporation; HAS Hasbro; NCLH Norwegian Cruise Line; RL Ralph Lauren;
    WYNN Wynn Resorts; MGM MGM Resorts`,
  'Communication Services': `
    GOOGL Alphabet (Class A); GOOG Alphabet (Class C); META Meta Platforms; NFLX Netflix; DIS Walt Disney;
    CMCSA Comcast; VZ Verizon; T AT&T; TMUS T-Mobile US; CHTR Charter Communications; EA Electronic Arts;
    TTWO Take-Two Interactive; LYV Live Nation; WBD Warner Bros. Discovery; OMC Omnicom; FOXA Fox (Class A);
    FOX Fox (Class B); NWSA News Corp (Class A); NWS News Corp (Class B); MTCH Match Group; TTD Trade Desk;
    PSKY Paramount Skydance; TKO TKO Group`,
  Industrials: `
    CAT Caterpillar; GE GE Aerospace; RTX RTX; UNP Union Pacific; HON Honeywell; UPS United Parcel Service; BA Boeing;
    DE Deere; LMT Lockheed Martin; ADP Automatic Data Processing; ETN Eaton; WM Waste Management; CSX CSX;
    ITW Illinois Tool Works; NOC Northrop Grumman; FDX FedEx; GD General Dynamics; EMR Emerson Electric; MMM 3M;
    GEV GE Vernova; UBER Uber; TT Trane Technologies; PH Parker Hannifin; TDG TransDigm; HWM Howmet Aerospace;
    JCI Johnson Controls; CTAS Cintas; CMI Cummins; PCAR Paccar; NSC Norfolk Southern; RSG Republic Services;
    URI United Rentals; FAST Fastenal; AXON Axon Enterprise; GWW W. W. Grainger; AME Ametek; CARR Carrier Global;
    PWR Quanta Services; LHX L3Harris; ROK Rockwell Automation; VRSK Verisk Analytics; PAYX Paychex;
    OTIS Otis Worldwide; IR Ingersoll Rand; XYL Xylem; WAB Wabtec; ODFL Old Dominion; DAL Delta Air Lines;
    UAL United Airlines; EFX Equifax; BR Broadridge; VLTO Veralto; HUBB Hubbell; LDOS Leidos; DOV Dover; SNA Snap-on;
    J Jacobs Solutions; LUV Southwest Airlines; EXPD Expeditors; CHRW C. H. Robinson; PNR Pentair; FTV Fortive;
    DAY Dayforce; JBHT J. B. Hunt; MAS Masco; IEX IDEX; TXT Textron; LII Lennox; ROL Rollins; GNRC Generac;
    ALLE Allegion; NDSN Nordson; AOS A. O. Smith; HII Huntington Ingalls; SWK Stanley Black & Decker;
    BLDR Builders FirstSource; PAYC Paycom; EME EMCOR; FIX Comfort Systems USA; CPRT Copart`,
  'Consumer Staples': `
    PG Procter & Gamble; COST Costco; KO Coca-Cola; PEP PepsiCo; WMT Walmart; PM Philip Morris International;
    MDLZ Mondelez; MO Altria; CL Colgate-Palmolive; TGT Target; KMB Kimberly-Clark; GIS General Mills;
    BF/B Brown-Forman; STZ Constellation Brands; MNST Monster Beverage; KDP Keurig Dr Pepper; KR Kroger; KVUE Kenvue;
    SYY Sysco; HSY Hershey; ADM Archer Daniels Midland; EL Estée Lauder; CHD Church & Dwight; DG Dollar General;
    DLTR Dollar Tree; KHC Kraft Heinz; TSN Tyson Foods; CLX Clorox; MKC McCormick; SJM J. M. Smucker; BG Bunge;
    CAG Conagra Brands; HRL Hormel Foods; LW Lamb Weston; CPB Campbell's; TAP Molson Coors`,
  Energy: `
    XOM ExxonMobil; CVX Chevron; COP ConocoPhillips; EOG EOG Resources; SLB SLB; MPC Marathon Petroleum;
    PSX Phillips 66; VLO Valero Energy; OXY Occidental Petroleum; WMB Williams Companies; KMI Kinder Morgan; OKE ONEOK;
    HAL Halliburton; BKR Baker Hughes; FANG Diamondback Energy; DVN Devon Energy; EQT EQT; TRGP Targa Resources;
    CTRA Coterra; EXE Expand Energy; APA APA; TPL Texas Pacific Land`,
  Utilities: `
    NEE NextEra Energy; SO Southern Company; DUK Duke Energy; D Dominion Energy; AEP American Electric Power;
    SRE Sempra; EXC Exelon; CEG Constellation Energy; VST Vistra; XEL Xcel Energy; PCG PG&E;
    PEG Public Service Enterprise Group; ETR Entergy; WEC WEC Energy; ED Consolidated Edison; DTE DTE Energy;
    AEE Ameren; PPL PPL; ES Eversource Energy; CNP CenterPoint Energy; FE FirstEnergy; EIX Edison International;
    AWK American Water Works; CMS CMS Energy; ATO Atmos Energy; NI NiSource; LNT Alliant Energy; EVRG Evergy;
    NRG NRG Energy; PNW Pinnacle West; AES AES`,
  Materials: `
    LIN Linde; SHW Sherwin-Williams; APD Air Products; ECL Ecolab; FCX Freeport-McMoRan; NEM Newmont; CRH CRH;
    CTVA Corteva; VMC Vulcan Materials; MLM Martin Marietta; NUE Nucor; DOW Dow; DD DuPont; PPG PPG Industries;
    IP International Paper; SW Smurfit Westrock; STLD Steel Dynamics; AMCR Amcor; PKG Packaging Corp. of America;
    AVY Avery Dennison; CF CF Industries; LYB LyondellBasell; BALL Ball; ALB Albemarle;
    IFF International Flavors & Fragrances; MOS Mosaic`,
  'Real Estate': `
    PLD Prologis; AMT American Tower; EQIX Equinix; CCI Crown Castle; PSA Public Storage; SPG Simon Property Group;
    O Realty Income; WELL Welltower; DLR Digital Realty; CBRE CBRE Group; VICI Vici Properties;
    EXR Extra Space Storage; AVB AvalonBay; EQR Equity Residential; SBAC SBA Communications; IRM Iron Mountain;
    VTR Ventas; CSGP CoStar; ESS Essex Property Trust; WY Weyerhaeuser; INVH Invitation Homes;
    MAA Mid-America Apartments; KIM Kimco Realty; DOC Healthpeak Properties; REG Regency Centers; UDR UDR;
    CPT Camden Property Trust; HST Host Hotels & Resorts; BXP BXP; ARE Alexandria Real Estate;
    FRT Federal Realty`,
} as const
export type Sector = keyof typeof SECTORS

export type Member = { symbol: string; name: string; sector: Sector }

const memberOf = (entry: string, sector: Sector): Member => {
  const [symbol, ...words] = entry.trim().split(/\s+/)
  return { symbol: symbol!, name: words.join(' '), sector }
}

export const MEMBERS: readonly Member[] = (Object.keys(SECTORS) as Sector[]).flatMap((sector) =>
  SECTORS[sector].split(';').map((entry) => memberOf(entry, sector)),
)

/** Every sector's first members, as many as requested, in the order of the whole list. */
export const firstMembers = (count: number): readonly Member[] => {
  const ranked = (Object.keys(SECTORS) as Sector[])
    .flatMap((sector) => MEMBERS.filter((member) => member.sector === sector).map((member, rank) => ({ member, rank })))
    .sort((a, b) => a.rank - b.rank)
  const chosen = new Set(ranked.slice(0, count).map(({ member }) => member))
  return MEMBERS.filter((member) => chosen.has(member))
}
