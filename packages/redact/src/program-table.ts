/** Which arguments of a program are secrets, beside options whose name says so. */
export interface SecretArguments {
  /** Only where one of these words stands behind the program: `docker login`. */
  readonly with?: RegExp;
  /** Options whose value, the next word or what stands behind `=`, is a secret; with spaces between them. */
  readonly values?: string;
  /** Options of one letter whose value may follow directly: `-pVALUE`. */
  readonly joined?: string;
  /** Options whose value is a name and a secret, with the character between the two; '' for words that are no options. */
  readonly pairs?: readonly (readonly [option: string, between: string])[];
  /** Words that are secrets by their place, counted from `with`, or from the program, without options. */
  readonly places?: readonly number[];
}

/**
 * Programs whose options do not say that they take a secret, as their own help describes them: one row for programs that
 * take the same. `mysql*` means all names that begin so.
 */
export const programTable: readonly (readonly [programs: string, ...SecretArguments[]])[] = [
  ['mysql* mariadb*', { joined: '-p' }],
  ['mysqladmin', { with: /^password$/, places: [0] }],
  [
    'redis-cli valkey-cli',
    { values: '-a --pass', joined: '-a' },
    { with: /^auth$/i, places: [0, 1] },
    { with: /^(?:requirepass|masterauth)$/, places: [0] },
  ],
  ['keydb-cli', { values: '-a --pass', joined: '-a' }, { with: /^auth$/i, places: [0, 1] }],
  [
    'curl',
    {
      values: '--pass --proxy-pass --oauth2-bearer --tlspassword --proxy-tlspassword -b --cookie',
      joined: '-b',
      pairs: [
        ['-u', ':'],
        ['--user', ':'],
        ['-U', ':'],
        ['--proxy-user', ':'],
        ['-E', ':'],
        ['--cert', ':'],
      ],
    },
  ],
  [
    'http https xh',
    {
      pairs: [
        ['-a', ':'],
        ['--auth', ':'],
      ],
    },
  ],
  [
    'docker nerdctl oras helm',
    { with: /^login$/, values: '-p --password -t --token', joined: '-p', pairs: [['--creds', ':']] },
  ],
  [
    'podman',
    {
      pairs: [
        ['--creds', ':'],
        ['--src-creds', ':'],
        ['--dest-creds', ':'],
      ],
    },
    { with: /^login$/, values: '-p --password -t --token', joined: '-p', pairs: [['--creds', ':']] },
  ],
  [
    'buildah skopeo crane flux',
    {
      pairs: [
        ['--creds', ':'],
        ['--src-creds', ':'],
        ['--dest-creds', ':'],
      ],
    },
    { with: /^login$/, values: '-p --password -t --token', pairs: [['--creds', ':']] },
  ],
  [
    'cosign oc argocd gcrane kubelogin',
    { with: /^login$/, values: '-p --password -t --token', pairs: [['--creds', ':']] },
  ],
  [
    'az',
    { with: /^login$/, values: '-p --password -t --token', pairs: [['--creds', ':']] },
    { with: /^secret$/, values: '--value' },
    { with: /^create$/, values: '-p --admin-password' },
  ],
  [
    'vault',
    { with: /^login$/, values: '-p --password -t --token', pairs: [['--creds', ':']], places: [0] },
    { with: /^unseal$/, places: [0] },
    { with: /^(?:put|write)$/, pairs: [['', '=']] },
  ],
  [
    'sqlcmd bcp osql tsql mosquitto_pub mosquitto_sub ipmitool smbget zip unzip isql-v zipcloak',
    { values: '-P', joined: '-P' },
  ],
  ['isql htdigest', { places: [2] }],
  [
    'sshpass mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop mongofiles rdesktop',
    { values: '-p', joined: '-p' },
  ],
  [
    'ldapsearch ldapadd ldapmodify ldappasswd ldapwhoami ldapdelete ldapcompare ldapmodrdn ldapexop',
    { values: '-w -s -a', joined: '-w' },
  ],
  ['cqlsh nodetool pscp plink psftp racadm influx arangosh mosquitto_rr', { values: '-p -pw -P -t' }],
  ['putty', { values: '-pw' }],
  ['7z 7za 7zz 7zr rar unrar', { joined: '-p -hp' }],
  ['sqlplus expdp impdp sqlldr rman exp imp sql', { pairs: [['', '/']] }],
  ['htpasswd', { with: /^-[A-Za-z]*n[A-Za-z]*$/, places: [1] }, { with: /^-[A-Za-z]*b[A-Za-z]*$/, places: [2] }],
  [
    'openssl',
    {
      values: '-k -K -iv -hmac',
      pairs: [
        ['-pass', ':'],
        ['-passin', ':'],
        ['-passout', ':'],
      ],
    },
    { with: /^passwd$/, places: [0] },
  ],
  ['keytool jarsigner', { values: '-storepass -keypass -srcstorepass -deststorepass -destkeypass -srckeypass -new' }],
  [
    'aws',
    { with: /^aws_(?:secret_access_key|session_token|access_key_id)$/, places: [0] },
    { with: /^put-parameter$/, values: '--value' },
    { with: /^(?:create|put|update)-secret(?:-value)?$/, values: '--secret-string' },
  ],
  ['mc mcli', { with: /^(?:set|add)$/, places: [2, 3] }],
  ['rabbitmqctl', { with: /^(?:add_user|change_password|authenticate_user)$/, places: [1] }],
  ['useradd usermod adduser', { values: '-p --password' }],
  ['net', { pairs: [['-U', '%']] }, { with: /^user$/i, places: [1] }],
  [
    'smbclient',
    {
      values: '-p',
      pairs: [
        ['-U', '%'],
        ['--user', '%'],
      ],
      places: [1],
    },
  ],
  [
    'rpcclient smbmap mount.cifs',
    {
      values: '-p',
      pairs: [
        ['-U', '%'],
        ['--user', '%'],
      ],
    },
  ],
  [
    'snmpwalk snmpget snmpset snmpbulkwalk snmpbulkget snmpgetnext snmptrap snmpinform snmptable',
    { values: '-c -A -X' },
  ],
  ['kadmin kadmin.local', { values: '-w -pw' }],
  ['ssh-keygen', { values: '-N -P' }],
  ['lftp', { pairs: [['-u', ',']] }],
  ['wpa_passphrase mkpasswd', { places: [1] }],
  ['ngrok', { with: /^(?:authtoken|add-authtoken)$/, places: [0] }],
  ['npm', { with: /:_(?:authToken|auth|password)$/, places: [0] }, { with: /auth(?:token)?$/i, places: [0] }],
  ['wget axel aria2c', { values: '--http-passwd --ftp-passwd' }],
  ['xfreerdp wlfreerdp', { pairs: [['', '/p:']] }],
  ['git', { with: /^http\..*extraheader$/i, places: [0] }, { with: /^user\.password$/, places: [0] }],
  ['step cfssl keyctl pass', { values: '--password --passphrase' }],
  ['consul', { values: '-token -encrypt' }, { with: /^put$/, places: [1] }],
  ['nomad', { values: '-token -encrypt' }, { with: /^put$/, pairs: [['', '=']] }],
  [
    'mydumper myloader mssql-cli redis-benchmark regctl vsql hdbsql beeline ncftpput ncftpget evil-winrm certutil couchbase-cli cbbackupmgr rabbitmqadmin p4 twine ibmcloud airflow esxcli trino radclient',
    { values: '-p -P -a -w -t', joined: '-p' },
  ],
  ['cypher-shell', { values: '-p -P -a -w -t', joined: '-p' }, { with: /^using$/, places: [0] }],
  ['fly', { values: '-p -P -a -w -t', joined: '-p' }, { with: /^(?:set|config:set|put)$/, pairs: [['', '=']] }],
  [
    'ctr crictl govc squid jenkins-cli calicoctl',
    {
      pairs: [
        ['--user', ':'],
        ['-u', ':'],
        ['--creds', ':'],
        ['-auth', ':'],
      ],
    },
  ],
  ['winexe wmic', { pairs: [['-U', '%']] }],
  [
    'rclone',
    { with: /^obscure$/, places: [0] },
    { with: /^(?:pass|token|secret_access_key|client_secret)$/, places: [0] },
  ],
  ['pk12util pgpool ipa-client-install ipa-server-install dsconf pcp_*', { values: '-W -w -p -a' }],
  ['radtest', { places: [1, 4] }],
  ['samba-tool', { with: /^create$/, places: [1] }],
  ['k3s rke2', { values: '-t --token --agent-token' }],
  [
    'etcdctl',
    {
      pairs: [
        ['--user', ':'],
        ['-u', ':'],
      ],
    },
    { with: /^add$/, pairs: [['', ':']] },
  ],
  ['elasticsearch-keystore', { with: /password$/, places: [0] }],
  ['grafana grafana-cli', { with: /^reset-admin-password$/, places: [0] }],
  ['poetry', { with: /^http-basic\./, places: [1] }, { with: /^publish$/, values: '-p' }],
  ['composer', { with: /^http-basic\./, places: [1] }],
  ['cargo', { with: /^login$/, places: [0] }],
  ['dotnet nuget', { values: '-k -ApiKey -Password' }],
  ['snyk', { with: /^auth$/, places: [0] }],
  ['drone gitlab-runner doctl glab', { values: '-t -r' }],
  ['cloudflared', { with: /^install$/, places: [0] }],
  ['virsh', { values: '--base64' }],
  ['drush', { with: /^user:password$/, places: [1] }],
  ['sendemail sendEmail swaks', { values: '-xp -ap --auth-password' }],
  ['tinyproxy', { with: /^--basicauth$/, places: [1] }],
  ['mosquitto_passwd', { with: /^-[a-zA-Z]*b[a-zA-Z]*$/, places: [2] }],
  ['slappasswd', { values: '-s' }],
  ['neo4j-admin', { with: /^set-initial-password$/, places: [0] }],
  ['yarn', { with: /auth(?:token)?$/i, places: [0] }],
  ['flyctl heroku wrangler pulumi', { with: /^(?:set|config:set|put)$/, pairs: [['', '=']] }],
  ['kubectl', { with: /^secret$/, pairs: [['--from-literal', '=']] }],
  ['db2', { with: /^using$/, places: [0] }],
  ['nats mqtt amqp-publish amqp-get amqp-consume', { values: '--password --pass -pw' }],
  ['proxychains socat stunnel openvpn', { values: '--auth-pass' }],
];

/** Programs whose name is a word of its own, so that a text which has it may be about something else. */
export const ordinaryWords: ReadonlySet<string> = new Set(['exp', 'imp', 'sql', 'step', 'pass']);
