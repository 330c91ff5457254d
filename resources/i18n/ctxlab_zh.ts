<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a &amp;folder…</source>
        <translation>打开文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Paste a request</source>
        <translation>粘贴请求(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save profile &amp;as…</source>
        <translation>配置另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Revert to saved</source>
        <translation>恢复到已保存的(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Export profile…</source>
        <translation>导出配置(&amp;E)…</translation>
    </message>
    <message>
        <source>Export this r&amp;un…</source>
        <translation>导出本次运行(&amp;U)…</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>报告…</translation>
    </message>
    <message>
        <source>Ask a model for constraints…</source>
        <translation>让模型查找约束…</translation>
    </message>
    <message>
        <source>Summarize with a model…</source>
        <translation>用模型生成摘要…</translation>
    </message>
    <message>
        <source>Save a copy of the sessio&amp;n…</source>
        <translation>保存会话副本(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Close session</source>
        <translation>关闭会话(&amp;C)</translation>
    </message>
    <message>
        <source>Reopen c&amp;losed session</source>
        <translation>重新打开已关闭的会话(&amp;L)</translation>
    </message>
    <message>
        <source>Stop openin&amp;g</source>
        <translation>停止打开(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>&amp;Must keep the selected words</source>
        <translation>将所选文字设为必留项(&amp;M)</translation>
    </message>
    <message>
        <source>P&amp;in or unpin the item</source>
        <translation>钉住或取消钉住条目(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Filter the items</source>
        <translation>筛选条目(&amp;F)</translation>
    </message>
    <message>
        <source>Find a &amp;command…</source>
        <translation>查找命令(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Tune</source>
        <translation>调优(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Investigate</source>
        <translation>排查(&amp;I)</translation>
    </message>
    <message>
        <source>S&amp;weep</source>
        <translation>扫描(&amp;W)</translation>
    </message>
    <message>
        <source>R&amp;uns</source>
        <translation>运行(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Diff</source>
        <translation>差异(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Messages</source>
        <translation>消息(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Sensitivity</source>
        <translation>敏感度(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Problems</source>
        <translation>问题(&amp;P)</translation>
    </message>
    <message>
        <source>Sol&amp;ve for the smallest caps</source>
        <translation>求解最小上限(&amp;V)</translation>
    </message>
    <message>
        <source>F&amp;ind where an answer broke it</source>
        <translation>查找回答违反之处(&amp;I)</translation>
    </message>
    <message>
        <source>Compare &amp;profiles</source>
        <translation>比较配置(&amp;P)</translation>
    </message>
    <message>
        <source>Ne&amp;xt part of the window</source>
        <translation>窗口的下一区域(&amp;X)</translation>
    </message>
    <message>
        <source>Previous p&amp;art of the window</source>
        <translation>窗口的上一区域(&amp;A)</translation>
    </message>
    <message>
        <source>Go to the &amp;budget</source>
        <translation>转到预算(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Reset the layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Run again</source>
        <translation>重新运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Previous request</source>
        <translation>上一次请求(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Next request</source>
        <translation>下一次请求(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;First request that lacks a must-keep</source>
        <translation>第一个缺少必留项的请求(&amp;F)</translation>
    </message>
    <message>
        <source>Set as &amp;Before</source>
        <translation>设为基准(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Why: what became of the item</source>
        <translation>为什么：条目的去向(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;This answer broke a must-keep</source>
        <translation>此回答违反了必留项(&amp;T)</translation>
    </message>
    <message>
        <source>Try with a &amp;model…</source>
        <translation>用模型试验(&amp;M)…</translation>
    </message>
    <message>
        <source>Ca&amp;librate the counts…</source>
        <translation>校准计数(&amp;L)…</translation>
    </message>
    <message>
        <source>Next &amp;change</source>
        <translation>下一处变化(&amp;C)</translation>
    </message>
    <message>
        <source>Previous c&amp;hange</source>
        <translation>上一处变化(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;All profiles…</source>
        <translation>所有配置(&amp;A)…</translation>
    </message>
    <message>
        <source>Open profile &amp;file…</source>
        <translation>打开配置文件(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Difference and history…</source>
        <translation>差异与历史(&amp;D)…</translation>
    </message>
    <message>
        <source>Source r&amp;ules…</source>
        <translation>来源规则(&amp;U)…</translation>
    </message>
    <message>
        <source>&amp;What to try</source>
        <translation>可以试试(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>按键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About ctxlab</source>
        <translation>关于 ctxlab(&amp;A)</translation>
    </message>
</context>
<context>
    <name>App</name>
    <message>
        <source>No installed font has Chinese characters. Install one, for example Noto Sans CJK SC.</source>
        <extracomment>A smoke test that has not painted by then (ms) has failed. How long a busy thread may keep the others waiting (s). Allocations until the search for garbage begins: an edit makes ten thousand small values, none in cycles.</extracomment>
        <translation>已安装的字体都没有中文字符。请安装一种，例如思源黑体。</translation>
    </message>
</context>
<context>
    <name>AskDesk</name>
    <message>
        <source>Enter a model above.</source>
        <extracomment>What an endpoint says without a model&apos;s name.</extracomment>
        <translation>请在上方填写模型。</translation>
    </message>
</context>
<context>
    <name>AskDialog</name>
    <message>
        <source>Address</source>
        <extracomment>How high the bar of the calls done is (pixels).</extracomment>
        <translation>地址</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>as the endpoint knows it</source>
        <translation>按该接口所用的名称</translation>
    </message>
    <message>
        <source>What the model found</source>
        <translation>模型找到的内容</translation>
    </message>
    <message>
        <source>Calls done</source>
        <translation>已完成的调用</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>none yet: keep it in the system&apos;s keyring (keyring set ctxlab {0}), or set the environment variable {0} before the start; a server on this machine needs none</source>
        <translation>尚未设置：可存入系统密钥环（keyring set ctxlab {0}），或在启动前设置环境变量 {0}；本机上的服务不需要密钥</translation>
    </message>
    <message>
        <source>set by {0}</source>
        <translation>由 {0} 设定</translation>
    </message>
    <message>
        <source>Waiting for the model…</source>
        <translation>正在等待模型…</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>To send</source>
        <translation>将发送</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Message</source>
        <extracomment>Characters of a message that are shown; details and tooltip have more. Lines of a message that are shown.</extracomment>
        <translation>消息</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>知道了</translation>
    </message>
</context>
<context>
    <name>BatchDesk</name>
    <message>
        <source>{0}; Ctrl+Z takes that back</source>
        <translation>{0}；Ctrl+Z 可撤销</translation>
    </message>
</context>
<context>
    <name>BeforeButton</name>
    <message>
        <source>Another profile</source>
        <extracomment>Characters of a choice that the button shows.</extracomment>
        <translation>另一个配置</translation>
    </message>
    <message>
        <source>Compare with another request</source>
        <translation>与另一次请求比较</translation>
    </message>
    <message>
        <source>Request, {0} to {1}:</source>
        <translation>请求，{0} 到 {1}：</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>saved profile</source>
        <translation>已保存的配置</translation>
    </message>
    <message>
        <source>before: {0}</source>
        <translation>基准：{0}</translation>
    </message>
    <message>
        <source>Compare with: {0}</source>
        <translation>比较基准：{0}</translation>
    </message>
</context>
<context>
    <name>Befores</name>
    <message>
        <source>saved profile ({0})</source>
        <translation>已保存的配置（{0}）</translation>
    </message>
    <message>
        <source>unmanaged: all that was recorded</source>
        <translation>不加管理：记录的全部内容</translation>
    </message>
    <message>
        <source>as recorded: what the agent had</source>
        <translation>按记录：智能体当时所见</translation>
    </message>
    <message>
        <source>not recorded at this request</source>
        <translation>此次请求没有记录</translation>
    </message>
    <message>
        <source>really sent</source>
        <translation>实际发送</translation>
    </message>
    <message>
        <source>previous request ({0})</source>
        <translation>上一次请求（{0}）</translation>
    </message>
    <message>
        <source>next request ({0})</source>
        <translation>下一次请求（{0}）</translation>
    </message>
    <message>
        <source>another request…</source>
        <translation>另一次请求…</translation>
    </message>
    <message>
        <source>profile from a file…</source>
        <translation>文件中的配置…</translation>
    </message>
    <message>
        <source>marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>request {0}</source>
        <translation>第 {0} 次请求</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>未改动</translation>
    </message>
    <message>
        <source>{0} as saved</source>
        <translation>已保存的 {0}</translation>
    </message>
    <message>
        <source>saved profile</source>
        <translation>已保存的配置</translation>
    </message>
    <message>
        <source>held: {0}</source>
        <translation>暂存：{0}</translation>
    </message>
    <message>
        <source>unmanaged</source>
        <translation>不加管理</translation>
    </message>
    <message>
        <source>as recorded</source>
        <translation>按记录</translation>
    </message>
</context>
<context>
    <name>BudgetDelegate</name>
    <message>
        <source>{0} of {1}</source>
        <extracomment>Where names of rows and of the limit&apos;s parts begin (pixels). How near to a tick the mouse has to be for its name (pixels).</extracomment>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>and {0} more close to it</source>
        <translation>附近还有 {0} 个</translation>
    </message>
</context>
<context>
    <name>BudgetHeader</name>
    <message>
        <source>More columns</source>
        <extracomment>What the narrowest column takes (pixels).</extracomment>
        <translation>更多列</translation>
    </message>
    <message>
        <source>fewer columns ◂</source>
        <translation>收起列 ◂</translation>
    </message>
    <message>
        <source>fewer ◂</source>
        <translation>收起 ◂</translation>
    </message>
    <message>
        <source>more columns ▸</source>
        <translation>更多列 ▸</translation>
    </message>
    <message>
        <source>more ▸</source>
        <translation>更多 ▸</translation>
    </message>
    <message>
        <source>Tier, limits of items, order, published names, use over sessions</source>
        <translation>层级、条目限制、顺序、发布名、各会话用量</translation>
    </message>
</context>
<context>
    <name>BudgetModel</name>
    <message>
        <source>source</source>
        <extracomment>What can be folded away, and what always shows. The setting of a row that a column edits, by its name in the profile. Of sessions that were looked at, in tokens. Columns of numbers, which end at one edge. By the field of a row or of the window.</extracomment>
        <translation>来源</translation>
    </message>
    <message>
        <source>cap</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>超限时</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>tier</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>max items</source>
        <translation>最多条数</translation>
    </message>
    <message>
        <source>per item</source>
        <translation>单条上限</translation>
    </message>
    <message>
        <source>item action</source>
        <translation>单条超限时</translation>
    </message>
    <message>
        <source>order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>elastic</source>
        <translation>弹性</translation>
    </message>
    <message>
        <source>rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>published name</source>
        <translation>发布名</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p90</source>
        <translation>p90</translation>
    </message>
    <message>
        <source>max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>where the items of a row come from</source>
        <translation>该行条目的来源</translation>
    </message>
    <message>
        <source>the most tokens that the row may hold</source>
        <translation>该行最多容纳的 token 数</translation>
    </message>
    <message>
        <source>what is used of the cap; drag the ring</source>
        <translation>上限已用多少；拖动圆环可调整</translation>
    </message>
    <message>
        <source>tokens that the row is charged in this run</source>
        <translation>本次运行中计入该行的 token 数</translation>
    </message>
    <message>
        <source>what the row does with an item that does not fit</source>
        <translation>条目放不下时该行如何处理</translation>
    </message>
    <message>
        <source>items kept, of those that reached the row</source>
        <translation>到达该行的条目中保留了多少</translation>
    </message>
    <message>
        <source>which rows are cut first where all rows together exceed the limit</source>
        <translation>各行合计超出限额时，先削减哪些行</translation>
    </message>
    <message>
        <source>the most items that the row may hold</source>
        <translation>该行最多容纳的条数</translation>
    </message>
    <message>
        <source>the most tokens of one item of the row</source>
        <translation>该行单个条目最多的 token 数</translation>
    </message>
    <message>
        <source>what happens to an item over its limit</source>
        <translation>单个条目超出上限时如何处理</translation>
    </message>
    <message>
        <source>which items the row serves first</source>
        <translation>该行先取哪些条目</translation>
    </message>
    <message>
        <source>whether the row may use what other rows leave free</source>
        <translation>该行能否使用其他行的余量</translation>
    </message>
    <message>
        <source>how many rounds before the current turn are recent</source>
        <translation>当前轮次之前几轮算作近期</translation>
    </message>
    <message>
        <source>what the figure is called in the published budget</source>
        <translation>该数值在已发布预算中的名称</translation>
    </message>
    <message>
        <source>half of the open sessions ask for no more tokens than this</source>
        <translation>一半已打开的会话所需不超过此 token 数</translation>
    </message>
    <message>
        <source>nine in ten open sessions ask for no more tokens than this</source>
        <translation>九成已打开的会话所需不超过此 token 数</translation>
    </message>
    <message>
        <source>the most tokens that an open session asks for</source>
        <translation>已打开的会话中所需最多的 token 数</translation>
    </message>
    <message>
        <source>window size</source>
        <extracomment>The first part of a head line&apos;s key, and what wishes for the window come under. The fields of the window that have a line each, in order; the limit follows from them. The field with a flag beside it, and the flag.</extracomment>
        <translation>窗口大小</translation>
    </message>
    <message>
        <source>output reserve</source>
        <translation>输出预留</translation>
    </message>
    <message>
        <source>soft limit</source>
        <translation>软限额</translation>
    </message>
    <message>
        <source>warn at</source>
        <translation>警戒线</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>缓冲</translation>
    </message>
    <message>
        <source>for the answer</source>
        <translation>留给回答</translation>
    </message>
    <message>
        <source>enforced</source>
        <translation>强制执行</translation>
    </message>
    <message>
        <source>left free under the limit</source>
        <translation>限额之下的余量</translation>
    </message>
    <message>
        <source>{0} % of limit</source>
        <translation>限额的 {0} %</translation>
    </message>
    <message>
        <source>tokens that the model&apos;s window holds</source>
        <translation>模型窗口容纳的 token 数</translation>
    </message>
    <message>
        <source>tokens of the window that are kept for the answer</source>
        <translation>窗口中为回答预留的 token 数</translation>
    </message>
    <message>
        <source>what the context should stay under; it rules where it is enforced</source>
        <translation>上下文应低于此值；强制执行时以它为准</translation>
    </message>
    <message>
        <source>from this size on a context is warned of</source>
        <translation>上下文达到此大小时给出警告</translation>
    </message>
    <message>
        <source>tokens under the limit that stay free</source>
        <translation>限额之下保持空闲的 token 数</translation>
    </message>
    <message>
        <source>soft {0}</source>
        <translation>软限额 {0}</translation>
    </message>
    <message>
        <source>window {0}</source>
        <translation>窗口 {0}</translation>
    </message>
    <message>
        <source>output {0}</source>
        <translation>输出 {0}</translation>
    </message>
    <message>
        <source>no window size stated</source>
        <translation>未设窗口大小</translation>
    </message>
    <message>
        <source>buffer {0}</source>
        <translation>缓冲 {0}</translation>
    </message>
    <message>
        <source>Limit</source>
        <extracomment>Stands before what is used of a row that holds more than it may.</extracomment>
        <translation>限额</translation>
    </message>
    <message>
        <source>{0} of limit</source>
        <translation>限额的 {0}</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Ticks: caps at which one more item fits. Red: keeps a must-keep. Alt+→ next tick.</source>
        <translation>刻度：再容纳一条所需的上限。红色：可留住必留项。Alt+→ 下一刻度。</translation>
    </message>
    <message>
        <source>{0}: {1} enters (must-keep)</source>
        <translation>{0}：{1} 进入（必留项）</translation>
    </message>
    <message>
        <source>{0}: {1} enters</source>
        <translation>{0}：{1} 进入</translation>
    </message>
    <message>
        <source>its parts are shown; Enter folds them away</source>
        <translation>各部分已展开；按 Enter 收起</translation>
    </message>
    <message>
        <source>Enter shows its parts</source>
        <translation>按 Enter 展开各部分</translation>
    </message>
    <message>
        <source>no such rule: {0}</source>
        <translation>没有这条规则：{0}</translation>
    </message>
    <message>
        <source>{0}: {1} used of {2}</source>
        <translation>{0}：已用 {1}，共 {2}</translation>
    </message>
    <message>
        <source>{0}, over its cap</source>
        <translation>{0}，超出上限</translation>
    </message>
    <message>
        <source>{0} of {1} items of this row were turned away</source>
        <translation>该行 {1} 条中有 {0} 条未被接纳</translation>
    </message>
    <message>
        <source>{0}, with its elastic share {1}</source>
        <translation>{0}，含弹性份额共 {1}</translation>
    </message>
    <message>
        <source>{0} (being recomputed)</source>
        <translation>{0}（正在重新计算）</translation>
    </message>
    <message>
        <source>published as {0}</source>
        <translation>发布名为 {0}</translation>
    </message>
    <message>
        <source>{0}; {1} sessions</source>
        <translation>{0}；{1} 个会话</translation>
    </message>
    <message>
        <source>limit = {0}</source>
        <translation>限额 = {0}</translation>
    </message>
    <message>
        <source>saved: {0}</source>
        <translation>已保存的值：{0}</translation>
    </message>
    <message>
        <source>keep</source>
        <extracomment>Never cut, kept if possible, cut first.</extracomment>
        <translation>保留</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>truncate</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>compress</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>given</source>
        <translation>原序</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>最新优先</translation>
    </message>
    <message>
        <source>oldest</source>
        <translation>最早优先</translation>
    </message>
    <message>
        <source>relevance</source>
        <translation>相关度</translation>
    </message>
    <message>
        <source>priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>1 never cut</source>
        <translation>1 从不削减</translation>
    </message>
    <message>
        <source>2 if possible</source>
        <translation>2 尽量保留</translation>
    </message>
    <message>
        <source>3 cut first</source>
        <translation>3 最先削减</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>a cap cannot be negative</source>
        <translation>上限不能为负数</translation>
    </message>
    <message>
        <source>this cannot be negative</source>
        <translation>此值不能为负数</translation>
    </message>
    <message>
        <source>no model has {0} tokens</source>
        <translation>没有模型容纳 {0} 个 token</translation>
    </message>
    <message>
        <source>{0} is more than any session has</source>
        <translation>{0} 超过任何会话的条数</translation>
    </message>
    <message>
        <source>over {0}</source>
        <translation>超过 {0}</translation>
    </message>
    <message>
        <source>this is a whole number of tokens, 0 for none</source>
        <translation>此值为整数 token 数，0 表示没有</translation>
    </message>
    <message>
        <source>this is a whole number</source>
        <translation>此值为整数</translation>
    </message>
    <message>
        <source>a cap is a whole number of tokens, or — for none</source>
        <translation>上限为整数 token 数，— 表示没有</translation>
    </message>
    <message>
        <source>this is a whole number of tokens, or — for none</source>
        <translation>此值为整数 token 数，— 表示没有</translation>
    </message>
    <message>
        <source>this is a whole number, or — for none</source>
        <translation>此值为整数，— 表示没有</translation>
    </message>
    <message>
        <source>over its cap by {0} tokens</source>
        <extracomment>Reasons for which an item is in the context whatever its row may hold.</extracomment>
        <translation>超出上限 {0} 个 token</translation>
    </message>
    <message>
        <source>{0} × {2}, {1} tokens</source>
        <translation>{0} 条：{2}，共 {1} 个 token</translation>
    </message>
</context>
<context>
    <name>BudgetTable</name>
    <message>
        <source>Edit the cap</source>
        <translation>修改上限</translation>
    </message>
    <message>
        <source>Reset to saved</source>
        <translation>恢复为已保存的值</translation>
    </message>
    <message>
        <source>Reset to published</source>
        <translation>恢复为已发布的值</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>No cap</source>
        <translation>不设上限</translation>
    </message>
    <message>
        <source>Show sensitivity</source>
        <translation>查看敏感度</translation>
    </message>
    <message>
        <source>Previous tick</source>
        <translation>上一刻度</translation>
    </message>
    <message>
        <source>Next tick</source>
        <translation>下一刻度</translation>
    </message>
    <message>
        <source>All columns</source>
        <translation>显示所有列</translation>
    </message>
    <message>
        <source>Fewer columns</source>
        <translation>收起列</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>The budget of an open session is tuned here.</source>
        <translation>在此调整已打开会话的预算。</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
</context>
<context>
    <name>BuildChart</name>
    <message>
        <source>limit {0} ↑</source>
        <extracomment>From a label below the plot to the next: so much from the one&apos;s left edge, and from its end (pixels). The widest bar, the widest with the gap behind it, and the narrowest with that (pixels). The side of the square over a build that lost something (pixels).</extracomment>
        <translation>限额 {0} ↑</translation>
    </message>
</context>
<context>
    <name>BuildTable</name>
    <message>
        <source>Recorded builds</source>
        <extracomment>What a column is wide enough for, beside its name; the session takes the rest. Where there is no room for all columns these go first; the tooltip of a line tells what they do.</extracomment>
        <translation>构建记录</translation>
    </message>
</context>
<context>
    <name>Builds</name>
    <message>
        <source>build {0} of {1}, request {2}, turn {3}</source>
        <extracomment>Columns of numbers, set to the right.</extracomment>
        <translation>构建 {0}：{1}，第 {2} 次请求，第 {3} 轮</translation>
    </message>
    <message>
        <source>{0} messages, {1} gathered, {2} built</source>
        <translation>{0} 条消息，收集 {1}，构建 {2}</translation>
    </message>
    <message>
        <source>lost: {0}</source>
        <translation>丢失：{0}</translation>
    </message>
    <message>
        <source>over the limit by {0} tokens</source>
        <translation>超出限额 {0} 个 token</translation>
    </message>
    <message>
        <source>what it was made from is not kept any more</source>
        <translation>构建所用的会话已不再保留</translation>
    </message>
    <message>
        <source>keys and passwords hidden in the kept session: {0}</source>
        <translation>所保留会话中隐去的密钥与密码：{0} 处</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>when it was built</source>
        <translation>构建时间</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token 数</translation>
    </message>
    <message>
        <source>tokens of the context built</source>
        <translation>所构建上下文的 token 数</translation>
    </message>
    <message>
        <source>of limit</source>
        <translation>占限额</translation>
    </message>
    <message>
        <source>share of the limit</source>
        <translation>占限额的比例</translation>
    </message>
    <message>
        <source>built</source>
        <translation>构建率</translation>
    </message>
    <message>
        <source>tokens built as a share of those gathered</source>
        <translation>构建的 token 占收集的比例</translation>
    </message>
    <message>
        <source>cuts</source>
        <translation>裁剪</translation>
    </message>
    <message>
        <source>items cut ~, compressed Σ, merged ∪, dropped −</source>
        <translation>截断 ~、压缩 Σ、合并 ∪、丢弃 − 的条目数</translation>
    </message>
    <message>
        <source>level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>level of degradation</source>
        <translation>降级级别</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>must-keeps lost, of those that were judged</source>
        <translation>丢失的必留项／可判断的必留项</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>how long it took, in milliseconds</source>
        <translation>用时（毫秒）</translation>
    </message>
</context>
<context>
    <name>CalibrationDialog</name>
    <message>
        <source>Calibrate the counts</source>
        <translation>校准计数</translation>
    </message>
    <message>
        <source>Counts of each request</source>
        <translation>各请求的计数</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Apply all the same</source>
        <translation>仍然应用</translation>
    </message>
    <message>
        <source>provider {0}, here ≈{1}, difference {2}</source>
        <translation>服务商 {0}，此处 ≈{1}，差 {2}</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>折算后差 {0}</translation>
    </message>
    <message>
        <source>request {0}</source>
        <translation>请求 {0}</translation>
    </message>
</context>
<context>
    <name>CalibrationLesson</name>
    <message>
        <source>This log has no counts of the provider</source>
        <translation>此日志没有服务商的计数</translation>
    </message>
    <message>
        <source>Where it has, each request stands here with two counts: the provider&apos;s, and the one made here. How both grow gives a factor, by which all counts are taken times; what is left over is sent with every request and not in the log, such as a system prompt. “Apply” puts both into the profile, as an edit that can be undone.</source>
        <translation>若有，每个请求在此列出两个计数：服务商的和此处得出的。由两者的增长得出一个系数，所有计数都乘以它；余下的是每个请求都发送、却不在日志中的内容，例如系统提示。“应用”会把两者写入配置，这一修改可以撤销。</translation>
    </message>
    <message>
        <source>Where counts are recorded</source>
        <translation>哪里会记录计数</translation>
    </message>
    <message>
        <source>In transcripts of coding agents (Claude Code, Codex, Gemini CLI, Cline, opencode), in answers of the OpenAI, Anthropic and Gemini interfaces (“usage”), and in traces of agents. Keep the whole answer in your log, not its text alone.</source>
        <translation>编程智能体的记录（Claude Code、Codex、Gemini CLI、Cline、opencode）、OpenAI、Anthropic 和 Gemini 接口的回复（“usage”），以及智能体的追踪记录。请在日志中保留完整的回复，而不只是其文本。</translation>
    </message>
    <message>
        <source>{0} requests without a compaction between them, over which the count grows by {1} tokens. Fewer give a figure too, which is marked as not to be relied on.</source>
        <translation>{0} 个请求，其间没有压缩，且计数增长 {1} 个 token。更少时也会给出数值，但标为不可靠。</translation>
    </message>
    <message>
        <source>What it takes</source>
        <translation>需要多少</translation>
    </message>
    <message>
        <source>Without any</source>
        <translation>没有计数时</translation>
    </message>
    <message>
        <source>Counts that stand in for the model&apos;s own stay marked ≈. Both figures can be stated by hand in the profile: “factor” under [tokens] in percent, and tokens of each source under [window.unknown].</source>
        <translation>代替模型自身计数的数值仍标为 ≈。两个数值都可以在配置中手工写明：[tokens] 下的 “factor”（百分比），以及 [window.unknown] 下各来源的 token 数。</translation>
    </message>
</context>
<context>
    <name>CapLegend</name>
    <message>
        <source>items kept</source>
        <translation>保留的条目</translation>
    </message>
    <message>
        <source>must-keeps kept</source>
        <translation>保留的必留项</translation>
    </message>
</context>
<context>
    <name>CaseFile</name>
    <message>
        <source>as recorded</source>
        <translation>按记录</translation>
    </message>
    <message>
        <source>Displaced by: {0}</source>
        <translation>挤出它的：{0}</translation>
    </message>
    <message>
        <source>under {0}</source>
        <translation>配置 {0}</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <extracomment>Lines in sight at most, and how many entries used lately are remembered. How far below the window&apos;s top it stands, and the room of its shadow (pixels).</extracomment>
        <translation>命令</translation>
    </message>
    <message>
        <source>Command, session, request, item or setting</source>
        <translation>命令、会话、请求、条目或设置</translation>
    </message>
    <message>
        <source>command, session, “turn 14”, words of an item, “history 9000”…</source>
        <translation>命令、会话、“第 14 轮”、条目文字、“历史对话 9000”…</translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation>可以做什么</translation>
    </message>
    <message>
        <source>↑ ↓ choose   Enter run   Esc close</source>
        <translation>↑ ↓ 选择   Enter 执行   Esc 关闭</translation>
    </message>
    <message>
        <source>Nothing is called “{0}”. A number names a request or turn; a row with a number, its cap.</source>
        <translation>没有名为“{0}”的内容。数字表示请求或轮次；行名加数字表示其上限。</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>This session</source>
        <translation>本会话</translation>
    </message>
    <message>
        <source>unmanaged</source>
        <translation>不管理</translation>
    </message>
    <message>
        <source>in use, edited</source>
        <translation>使用中，已修改</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>no profile</source>
        <translation>无配置</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Used lately</source>
        <translation>最近用过</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>All that was recorded before the request, with nothing left out</source>
        <translation>请求之前记录的全部内容，不作任何取舍</translation>
    </message>
    <message>
        <source>{0}, as saved</source>
        <extracomment>The key of a profile from a file that is not listed.</extracomment>
        <translation>{0}（已保存的）</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>来自文件…</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Other sessions</source>
        <translation>其他会话</translation>
    </message>
</context>
<context>
    <name>CompareDesk</name>
    <message>
        <source>No session is open. Ctrl+O opens one; or drop a file here.</source>
        <translation>还没有打开会话。按 Ctrl+O 打开，或把文件拖到这里。</translation>
    </message>
    <message>
        <source>Nothing is chosen. “Profiles” above lists what can be compared.</source>
        <translation>还没有选择配置。上方的“配置”列出可以比较的配置。</translation>
    </message>
    <message>
        <source>use profile {0}</source>
        <translation>改用配置 {0}</translation>
    </message>
    <message>
        <source>comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>being built…</source>
        <translation>正在构建…</translation>
    </message>
    <message>
        <source>{0} of {1} built…</source>
        <translation>已构建 {0} / {1}…</translation>
    </message>
    <message>
        <source>request {0}</source>
        <translation>请求 {0}</translation>
    </message>
    <message>
        <source>{0} cannot be built</source>
        <translation>{0} 个无法构建</translation>
    </message>
    <message>
        <source>choose others to compare it with</source>
        <translation>再选几个配置来比较</translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>Context systems side by side</source>
        <extracomment>What the table gets of the height at first, in hundredths.</extracomment>
        <translation>并列比较上下文系统</translation>
    </message>
    <message>
        <source>Differences only</source>
        <extracomment>The profiles that a person chose to compare, by their keys; None before anything was chosen.</extracomment>
        <translation>只看差异</translation>
    </message>
    <message>
        <source>Leave out items that fare alike, and must-keeps that are kept everywhere</source>
        <translation>不列出结果相同的条目，以及处处保留的必留项</translation>
    </message>
    <message>
        <source>Try with a model…</source>
        <translation>用模型试验…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>{0} lines copied</source>
        <translation>已复制 {0} 行</translation>
    </message>
</context>
<context>
    <name>ConstraintIntents</name>
    <message>
        <source>“{0}” is: {1}</source>
        <extracomment>Characters of words that the undo menu names.</extracomment>
        <translation>“{0}”属于：{1}</translation>
    </message>
    <message>
        <source>“{0}” is no constraint</source>
        <translation>“{0}”不是约束</translation>
    </message>
</context>
<context>
    <name>ConstraintList</name>
    <message>
        <source>Constraints found</source>
        <translation>找到的约束</translation>
    </message>
    <message>
        <source>No rule finds a constraint that is not a must-keep yet.</source>
        <translation>没有规则找到尚未列为必留项的约束。</translation>
    </message>
    <message>
        <source>Make it a must-keep</source>
        <translation>设为必留项</translation>
    </message>
    <message>
        <source>Keep it as a key fact</source>
        <translation>列为关键事实</translation>
    </message>
    <message>
        <source>It is none</source>
        <translation>这不是约束</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>How firm</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>Constraints</name>
    <message>
        <source>prohibition</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>requirement</source>
        <translation>要求</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限或下限</translation>
    </message>
    <message>
        <source>range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>health</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>preference</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>fact</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>hard</source>
        <translation>硬性</translation>
    </message>
    <message>
        <source>soft</source>
        <translation>软性</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>已更正</translation>
    </message>
    <message>
        <source>replaced later</source>
        <translation>后来被取代</translation>
    </message>
    <message>
        <source>found by {0}</source>
        <translation>由规则 {0} 找到</translation>
    </message>
</context>
<context>
    <name>ContextBar</name>
    <message>
        <source>framing and headings</source>
        <extracomment>Rows in the order in which a layout sets them, so that the bar reads like the context. Parts whose text is all that the provider counts.</extracomment>
        <translation>消息开销与标题</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>{0}, stated</source>
        <translation>{0}（按估计）</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>缓冲</translation>
    </message>
    <message>
        <source>output reserve</source>
        <translation>输出预留</translation>
    </message>
    <message>
        <source>at least {0}</source>
        <translation>至少 {0}</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} of {1} tokens</source>
        <translation>{0} / {1} 个 token</translation>
    </message>
    <message>
        <source>over by {0}</source>
        <translation>超出 {0}</translation>
    </message>
    <message>
        <source>mode {0}</source>
        <translation>{0} 模式</translation>
    </message>
    <message>
        <source>mode {0} (rule {1})</source>
        <translation>{0} 模式（规则 {1}）</translation>
    </message>
    <message>
        <source>↓ degraded to level {0}</source>
        <translation>↓ 已降到第 {0} 级</translation>
    </message>
    <message>
        <source>not in the file: {0}</source>
        <translation>文件中没有：{0}</translation>
    </message>
    <message>
        <source>no window size stated</source>
        <translation>未设窗口大小</translation>
    </message>
    <message>
        <source>soft limit {0}</source>
        <translation>软限额 {0}</translation>
    </message>
    <message>
        <source>window {0} − output reserve {1}</source>
        <translation>窗口 {0} − 输出预留 {1}</translation>
    </message>
    <message>
        <source>buffer {0}</source>
        <translation>缓冲 {0}</translation>
    </message>
    <message>
        <source>limit = {0}</source>
        <translation>限额 = {0}</translation>
    </message>
    <message>
        <source>window {0}</source>
        <translation>窗口 {0}</translation>
    </message>
    <message>
        <source>output reserve {0}</source>
        <translation>输出预留 {0}</translation>
    </message>
    <message>
        <source>counts exact ({0})</source>
        <translation>精确计数（{0}）</translation>
    </message>
    <message>
        <source>counts ≈: {0}, a factor of the profile</source>
        <translation>计数 ≈：{0}，为配置中的系数</translation>
    </message>
    <message>
        <source>counts ≈: estimated as {0}</source>
        <translation>计数 ≈：按 {0} 估算</translation>
    </message>
    <message>
        <source>counts ≈: still being counted</source>
        <translation>计数 ≈：仍在计数</translation>
    </message>
    <message>
        <source>counts ≈: {0} cannot be counted exactly</source>
        <translation>计数 ≈：{0} 无法精确计数</translation>
    </message>
    <message>
        <source>counts ≈: {0} stands in for {1}</source>
        <translation>计数 ≈：以 {0} 代替 {1}</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>该模型</translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>Context: {0}</source>
        <translation>上下文：{0}</translation>
    </message>
    <message>
        <source>{0} ms</source>
        <translation>{0} ms</translation>
    </message>
    <message>
        <source>recomputing…</source>
        <translation>正在重新计算…</translation>
    </message>
</context>
<context>
    <name>ContextsPane</name>
    <message>
        <source>Final contexts</source>
        <extracomment>Characters of a profile&apos;s name in a list. How narrow the lists of profiles can be made (pixels).</extracomment>
        <translation>最终上下文</translation>
    </message>
    <message>
        <source>Context A</source>
        <translation>上下文 A</translation>
    </message>
    <message>
        <source>Context B</source>
        <translation>上下文 B</translation>
    </message>
    <message>
        <source>Both contexts are the same: choose another profile as A or B.</source>
        <translation>两个上下文相同：请为 A 或 B 选择另一个配置。</translation>
    </message>
    <message>
        <source>none: the messages of A</source>
        <translation>无：只看 A 的消息</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Use the profile of {0}</source>
        <translation>使用{0}的配置</translation>
    </message>
    <message>
        <source>Look at the session under this profile; it can be undone</source>
        <translation>让本会话改用这个配置；可以撤销</translation>
    </message>
</context>
<context>
    <name>CurveChart</name>
    <message>
        <source>now {0}</source>
        <extracomment>Pixels between the marks of the lower axis, at least.</extracomment>
        <translation>当前 {0}</translation>
    </message>
    <message>
        <source>saved {0}</source>
        <translation>已保存 {0}</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Sessions ({0});;All files (*)</source>
        <translation>会话 ({0});;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open sessions</source>
        <translation>打开会话</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Profiles (*.toml);;Published budgets (*.py)</source>
        <translation>配置 (*.toml);;已发布的预算 (*.py)</translation>
    </message>
    <message>
        <source>Open a profile</source>
        <translation>打开配置</translation>
    </message>
    <message>
        <source>Profiles (*.toml)</source>
        <translation>配置 (*.toml)</translation>
    </message>
    <message>
        <source>Save the profile as</source>
        <translation>配置另存为</translation>
    </message>
    <message>
        <source>Unsaved edits</source>
        <translation>未保存的修改</translation>
    </message>
    <message>
        <source>Save the edits of {0}?</source>
        <translation>保存对 {0} 的修改吗？</translation>
    </message>
    <message>
        <source>Delete recorded builds</source>
        <translation>删除构建记录</translation>
    </message>
    <message>
        <source>Delete this recorded build?</source>
        <translation>删除这条构建记录？</translation>
    </message>
    <message>
        <source>Delete {0} recorded builds?</source>
        <translation>删除 {0} 条构建记录？</translation>
    </message>
    <message>
        <source>Their figures, and what they were made from, are gone for good.</source>
        <translation>其数据与所保留的会话将永久删除。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Changed outside</source>
        <translation>已在外部更改</translation>
    </message>
    <message>
        <source>{0} was changed outside of this window since it was read.</source>
        <translation>{0} 在读取之后已在此窗口之外被更改。</translation>
    </message>
    <message>
        <source>Saving replaces those changes. Save elsewhere to keep both.</source>
        <translation>保存会覆盖那些更改。另存到别处可两者都保留。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>覆盖</translation>
    </message>
</context>
<context>
    <name>DiffCells</name>
    <message>
        <source>… {0} equal messages …</source>
        <extracomment>So many characters of a message are shown on its line. A text that is longer, or has several lines, does not fit on its line.</extracomment>
        <translation>… {0} 条相同的消息 …</translation>
    </message>
    <message>
        <source>… {0} equal lines …</source>
        <translation>… {0} 行相同 …</translation>
    </message>
    <message>
        <source>… the rest is in Messages; Ctrl+C copies all of it</source>
        <translation>… 其余内容见“消息”；Ctrl+C 复制全文</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>was #{0}</source>
        <translation>原为 #{0}</translation>
    </message>
    <message>
        <source>sent: {0}</source>
        <translation>实际发送：{0}</translation>
    </message>
    <message>
        <source>recorder: {0}</source>
        <translation>记录者：{0}</translation>
    </message>
    <message>
        <source>{0} · {1}</source>
        <translation>{0} · {1}</translation>
    </message>
    <message>
        <source>before: {0} · {1}</source>
        <translation>基准：{0} · {1}</translation>
    </message>
</context>
<context>
    <name>DiffTable</name>
    <message>
        <source>Close message</source>
        <extracomment>A width that stays so long (ms) is one to break texts at.</extracomment>
        <translation>收起消息</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Copy message before</source>
        <translation>复制基准中的消息</translation>
    </message>
    <message>
        <source>Why was it dropped</source>
        <translation>为什么被丢弃</translation>
    </message>
    <message>
        <source>Why was it changed</source>
        <translation>为什么有改动</translation>
    </message>
    <message>
        <source>Why is it kept</source>
        <translation>为什么保留</translation>
    </message>
</context>
<context>
    <name>DiffTitles</name>
    <message>
        <source>before · {0}</source>
        <extracomment>Both sides beside each other, or one below the other.</extracomment>
        <translation>基准 · {0}</translation>
    </message>
    <message>
        <source>after · {0}</source>
        <translation>当前 · {0}</translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message>
        <source>Difference between two contexts</source>
        <translation>两个上下文的差异</translation>
    </message>
    <message>
        <source>How the difference is shown</source>
        <translation>差异的显示方式</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Unified</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Messages that differ</source>
        <translation>有差异的消息</translation>
    </message>
    <message>
        <source>nothing to compare with</source>
        <translation>没有可比较的内容</translation>
    </message>
    <message>
        <source>before: {0} → after: {1}</source>
        <translation>基准：{0} → 当前：{1}</translation>
    </message>
    <message>
        <source>Edit the budget to see here what changes, or choose what to compare with.</source>
        <translation>修改预算，这里会显示有何变化；也可另选比较基准。</translation>
    </message>
    <message>
        <source>Nothing to compare with: {0}</source>
        <translation>没有可比较的内容：{0}</translation>
    </message>
    <message>
        <source>Nothing to compare with yet: open a session.</source>
        <translation>还没有可比较的内容：请打开会话。</translation>
    </message>
    <message>
        <source>Both contexts are empty.</source>
        <translation>两个上下文都为空。</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>no difference</source>
        <translation>没有差异</translation>
    </message>
    <message>
        <source>{0} messages</source>
        <translation>{0} 条消息</translation>
    </message>
    <message>
        <source>{0} · {1} tokens · F7 next</source>
        <translation>{0} · {1} 个 token · F7 下一处</translation>
    </message>
</context>
<context>
    <name>Dock</name>
    <message>
        <source>Close {0}</source>
        <extracomment>The height at which the budget table shows all its rows. What it gets of the height of its side at most, in hundredths. How wide the docks of each side are at first, in pixels and as a share of the window&apos;s width. How narrow the docks of each side can be made (pixels): at the right, names, caps and what is used show. How narrow and how low the window can be made (pixels). A window that is narrower than this has no room for both sides: the left one is folded away (pixels). How the docks at the left share its height, in hundredths. Where titles begin, and the texts below them (pixels). What the budget table keeps free beside it; its cells have a margin of their own.</extracomment>
        <translation>关闭“{0}”</translation>
    </message>
    <message>
        <source>Close; View › Panels brings it back</source>
        <translation>关闭；可从“视图 › 面板”重新打开</translation>
    </message>
</context>
<context>
    <name>Docks</name>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Must keep</source>
        <translation>必留项</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>条目</translation>
    </message>
</context>
<context>
    <name>Edits</name>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>{0} {1} → {2}</source>
        <translation>{0} {1} → {2}</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0}，另有 {1} 项</translation>
    </message>
    <message>
        <source>must keep</source>
        <translation>必留项</translation>
    </message>
    <message>
        <source>published figures</source>
        <translation>发布的数值</translation>
    </message>
    <message>
        <source>order of the rows: {0}</source>
        <translation>各行顺序：{0}</translation>
    </message>
    <message>
        <source>{0}: without {1}</source>
        <translation>{0}：去掉 {1}</translation>
    </message>
    <message>
        <source>{0}: with {1}</source>
        <translation>{0}：加上 {1}</translation>
    </message>
    <message>
        <source>{0}: another order</source>
        <translation>{0}：顺序不同</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>order of the rows</source>
        <translation>各行顺序</translation>
    </message>
</context>
<context>
    <name>ErrorDialog</name>
    <message>
        <source>Something went wrong</source>
        <extracomment>Further errors while the dialog is open are added to it, up to this many characters.</extracomment>
        <translation>出错了</translation>
    </message>
    <message>
        <source>ctxlab made a mistake. Your files are as they were; what you see may be out of date.</source>
        <translation>ctxlab 出现错误。您的文件没有改动；当前显示的内容可能已过时。</translation>
    </message>
    <message>
        <source>Details of the error</source>
        <translation>错误详情</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
</context>
<context>
    <name>EvidenceDesk</name>
    <message>
        <source>request {0}</source>
        <translation>第 {0} 次请求</translation>
    </message>
    <message>
        <source>This is the first request.</source>
        <translation>这是第一次请求。</translation>
    </message>
    <message>
        <source>really sent</source>
        <translation>实际发送</translation>
    </message>
</context>
<context>
    <name>EvidencePane</name>
    <message>
        <source>Evidence</source>
        <extracomment>Characters of the words on a violation that are shown; the tooltip has all.</extracomment>
        <translation>证据</translation>
    </message>
    <message>
        <source>Against the request before</source>
        <translation>与上一次请求对比</translation>
    </message>
    <message>
        <source>Context at this request</source>
        <translation>此次请求的上下文</translation>
    </message>
    <message>
        <source>Against what was really sent</source>
        <translation>与实际发送对比</translation>
    </message>
    <message>
        <source>Between request {0} and {1}</source>
        <translation>第 {0} 次与第 {1} 次请求之间</translation>
    </message>
    <message>
        <source>Context at request {0}</source>
        <translation>第 {0} 次请求的上下文</translation>
    </message>
    <message>
        <source>It was not recorded what was really sent.</source>
        <translation>没有记录实际发送的内容。</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>{0} tokens here, {1} there</source>
        <translation>此处 {0}、彼处 {1} 个 token</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>未评判</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>no must-keep to judge by</source>
        <translation>没有可据以评判的必留项</translation>
    </message>
    <message>
        <source>both keep {0} of {1} must-keeps</source>
        <translation>两边都保留 {0}/{1} 个必留项</translation>
    </message>
    <message>
        <source>{0} loses {1}</source>
        <translation>{0} 丢失 {1}</translation>
    </message>
    <message>
        <source>{0} keeps {1}, which is lost here</source>
        <translation>{0} 保留了此处丢失的 {1}</translation>
    </message>
    <message>
        <source>{0} only in a summary</source>
        <translation>其中 {0} 个只在摘要中</translation>
    </message>
    <message>
        <source>the same items</source>
        <translation>保留的条目相同</translation>
    </message>
    <message>
        <source>{0} items only here, {1} only there</source>
        <translation>仅此处保留 {0} 条，仅彼处保留 {1} 条</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>“{0}”</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} 等，另有 {1} 个</translation>
    </message>
</context>
<context>
    <name>ExportDesk</name>
    <message>
        <source>as it was found; what is open stays as it is</source>
        <extracomment>How the head of a file says that it is imported.</extracomment>
        <translation>求解所得的配置；已打开的会话保持不变</translation>
    </message>
    <message>
        <source>with edits that are not saved</source>
        <translation>含未保存的修改</translation>
    </message>
    <message>
        <source>as saved in {0}</source>
        <translation>与 {0} 中保存的一致</translation>
    </message>
    <message>
        <source>Export the profile</source>
        <translation>导出配置</translation>
    </message>
    <message>
        <source>Written: {0}</source>
        <translation>已写入：{0}</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export the profile</source>
        <extracomment>How long it is said that something was copied (ms).</extracomment>
        <translation>导出配置</translation>
    </message>
    <message>
        <source>Forms</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Text of the file</source>
        <translation>文件内容</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ExportFindings</name>
    <message>
        <source>Findings</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Not expressed</source>
        <translation>无法表达</translation>
    </message>
    <message>
        <source>On the sessions</source>
        <translation>在会话上</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Sessions done</source>
        <translation>已完成的会话</translation>
    </message>
    <message>
        <source>Settings that the form cannot express</source>
        <translation>此形式无法表达的设置</translation>
    </message>
    <message>
        <source>What the library keeps of each session</source>
        <translation>该库对每个会话保留的内容</translation>
    </message>
    <message>
        <source>Not expressed ({0})</source>
        <translation>无法表达（{0}）</translation>
    </message>
    <message>
        <source>This form says all that the profile says.</source>
        <translation>此形式能表达配置的全部内容。</translation>
    </message>
    <message>
        <source>{0} of {1} sessions</source>
        <translation>{0}/{1} 个会话</translation>
    </message>
    <message>
        <source>The library is being run over the sessions…</source>
        <translation>正在用该库运行各会话…</translation>
    </message>
    <message>
        <source>On the sessions ({0} of {1} same)</source>
        <translation>在会话上（{0}/{1} 相同）</translation>
    </message>
    <message>
        <source>Stopped before its end: nothing is known.</source>
        <translation>中途停止，没有结果。</translation>
    </message>
    <message>
        <source>No library reads this form but ctxlab or your own code: there is nothing to run.</source>
        <translation>除 ctxlab 或你自己的代码外，没有库读取此形式，因此没有可运行的。</translation>
    </message>
    <message>
        <source>“Verify” runs the code of {0} over the open sessions and compares the must-keeps that survive there with those that survive here. Nothing leaves this machine.</source>
        <translation>“验证”用 {0} 自身的代码运行打开的各会话，并比较那边与此处保留下来的必留项。内容不会离开本机。</translation>
    </message>
    <message>
        <source>Verify on 1 session</source>
        <translation>在 1 个会话上验证</translation>
    </message>
    <message>
        <source>Verify on {0} sessions</source>
        <translation>在 {0} 个会话上验证</translation>
    </message>
    <message>
        <source>Open a session first: it is run over the open sessions.</source>
        <translation>请先打开会话：将在打开的会话上运行。</translation>
    </message>
</context>
<context>
    <name>Exports</name>
    <message>
        <source>There is no run yet.</source>
        <translation>尚未运行。</translation>
    </message>
    <message>
        <source>Trace: every decision (*.json)</source>
        <translation>轨迹：每一个决定 (*.json)</translation>
    </message>
    <message>
        <source>Messages: the request body (*.json)</source>
        <translation>消息：请求正文 (*.json)</translation>
    </message>
    <message>
        <source>Export this run</source>
        <translation>导出本次运行</translation>
    </message>
    <message>
        <source>ctxlab session (*.ctx.json)</source>
        <translation>ctxlab 会话 (*.ctx.json)</translation>
    </message>
    <message>
        <source>Save a copy of the session</source>
        <translation>保存会话副本</translation>
    </message>
    <message>
        <source>{0} belongs to an open session and is not replaced.</source>
        <translation>{0} 属于已打开的会话，不会被覆盖。</translation>
    </message>
    <message>
        <source>{0} is a profile that is open: “Save” writes it, and keeps its comments.</source>
        <translation>{0} 是已打开的配置：“保存”会写入它，并保留其注释。</translation>
    </message>
    <message>
        <source>{0} came with ctxlab and is not replaced.</source>
        <translation>{0} 随 ctxlab 提供，不会被覆盖。</translation>
    </message>
    <message>
        <source>exported {0}</source>
        <translation>已导出 {0}</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>The clipboard holds no text: copy a request first.</source>
        <extracomment>Endings of files that hold a profile, or published figures of one.</extracomment>
        <translation>剪贴板中没有文字：请先复制一个请求。</translation>
    </message>
    <message>
        <source>Published budgets (*.py) are looked at once the session is open.</source>
        <translation>已发布的预算 (*.py) 须在打开会话后查看。</translation>
    </message>
    <message>
        <source>Open a session first: a profile is looked at on a session.</source>
        <translation>请先打开会话：配置要在会话上查看。</translation>
    </message>
    <message>
        <source>profile {0}</source>
        <translation>配置 {0}</translation>
    </message>
    <message>
        <source>nothing to save</source>
        <translation>没有要保存的内容</translation>
    </message>
    <message>
        <source>revert to saved</source>
        <translation>恢复到已保存的</translation>
    </message>
    <message>
        <source>the marks of {0}</source>
        <translation>{0} 的标记</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0}和{1}</translation>
    </message>
    <message>
        <source>{0} belongs to an open session and is not replaced.</source>
        <translation>{0} 属于已打开的会话，不会被覆盖。</translation>
    </message>
    <message>
        <source>{0} came with ctxlab and is not replaced.</source>
        <translation>{0} 随 ctxlab 提供，不会被覆盖。</translation>
    </message>
    <message>
        <source>saved {0}</source>
        <translation>已保存 {0}</translation>
    </message>
    <message>
        <source>{0} was changed outside and is not replaced.</source>
        <translation>{0} 已在外部被修改，不予覆盖。</translation>
    </message>
    <message>
        <source>saved the marks</source>
        <translation>已保存标记</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Filter the items</source>
        <extracomment>Pixels that a note keeps before the legend gives way.</extracomment>
        <translation>筛选条目</translation>
    </message>
    <message>
        <source>filter: fate:dropped text…</source>
        <translation>筛选：fate:dropped 文字…</translation>
    </message>
    <message>
        <source>fate: stage: row: source: turn: tool: role: tokens&gt;100 must: is: text
several values with commas, several terms narrow, - before a term turns it round
Down shows what may be typed, Esc clears</source>
        <translation>fate: stage: row: source: turn: tool: role: tokens&gt;100 must: is: 文字
多个值用逗号分隔，多个条件同时满足，条件前加 - 表示取反
按 ↓ 查看可输入的内容，按 Esc 清空</translation>
    </message>
    <message>
        <source>What may be typed in the filter</source>
        <translation>筛选可输入的内容</translation>
    </message>
    <message>
        <source>changes only</source>
        <translation>只看变化</translation>
    </message>
    <message>
        <source>Fold runs of kept items</source>
        <translation>折叠连续保留的条目</translation>
    </message>
    <message>
        <source>~ cut</source>
        <translation>~ 截断</translation>
    </message>
    <message>
        <source>Σ summarised</source>
        <translation>Σ 压缩</translation>
    </message>
    <message>
        <source>∪ merged</source>
        <translation>∪ 合并</translation>
    </message>
    <message>
        <source>− dropped</source>
        <translation>− 丢弃</translation>
    </message>
    <message>
        <source>+ added</source>
        <translation>+ 新增</translation>
    </message>
    <message>
        <source>Arrangement of the panes: {0}</source>
        <translation>窗格排列：{0}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>Aligned</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>one line an item through all stages</source>
        <translation>每个条目一行，贯穿各阶段</translation>
    </message>
    <message>
        <source>Own order</source>
        <translation>各自顺序</translation>
    </message>
    <message>
        <source>each stage in its own order, with links</source>
        <translation>各阶段按自己的顺序，并有连线</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>“{0}” is none of: {1}</source>
        <translation>“{0}”不在其中：{1}</translation>
    </message>
</context>
<context>
    <name>FilterField</name>
    <message>
        <source>What may be typed here</source>
        <extracomment>Lines of the list at once.</extracomment>
        <translation>此处可输入的内容</translation>
    </message>
</context>
<context>
    <name>FilterWords</name>
    <message>
        <source>what became of the item</source>
        <extracomment>The term that ends at the cursor: a minus, a key with its operator, the values before the last comma, and what is typed of the last value.</extracomment>
        <translation>条目的去向</translation>
    </message>
    <message>
        <source>the stage that decided it</source>
        <translation>作出决定的阶段</translation>
    </message>
    <message>
        <source>row of the budget</source>
        <translation>预算中的行</translation>
    </message>
    <message>
        <source>where the item comes from</source>
        <translation>条目的来源</translation>
    </message>
    <message>
        <source>turn of the conversation</source>
        <translation>对话的轮次</translation>
    </message>
    <message>
        <source>name of the tool</source>
        <translation>工具名</translation>
    </message>
    <message>
        <source>role of the message</source>
        <translation>消息的角色</translation>
    </message>
    <message>
        <source>tokens as gathered</source>
        <translation>收集时的 token 数</translation>
    </message>
    <message>
        <source>states a must-keep</source>
        <translation>含必留项</translation>
    </message>
    <message>
        <source>pinned, made by a stage, of the current turn</source>
        <translation>已钉住、由阶段生成、属于当前轮次</translation>
    </message>
    <message>
        <source>dropped or cut; also by sign: − ~ Σ ∪ +</source>
        <translation>丢弃或截断；也可用符号：− ~ Σ ∪ +</translation>
    </message>
    <message>
        <source>what Select decided</source>
        <translation>由“选择”阶段决定的</translation>
    </message>
    <message>
        <source>items of a budget row</source>
        <translation>预算某行的条目</translation>
    </message>
    <message>
        <source>items of a source</source>
        <translation>某个来源的条目</translation>
    </message>
    <message>
        <source>turns 3 to 8; turn:1,5 for two of them</source>
        <translation>第 3 到 8 轮；turn:1,5 取其中两轮</translation>
    </message>
    <message>
        <source>calls and results of tools with that in their name</source>
        <translation>名称中含此文字的工具的调用与结果</translation>
    </message>
    <message>
        <source>messages of a role</source>
        <translation>某个角色的消息</translation>
    </message>
    <message>
        <source>long items; also &lt; &lt;= &gt;= and 100..200</source>
        <translation>长条目；也可用 &lt; &lt;= &gt;= 和 100..200</translation>
    </message>
    <message>
        <source>items that state a must-keep that is lost, kept, any</source>
        <translation>含必留项的条目：lost 丢失，kept 保留，any 任意</translation>
    </message>
    <message>
        <source>pinned items; also must, made, current</source>
        <translation>已钉住的条目；也可用 must、made、current</translation>
    </message>
    <message>
        <source>hotel</source>
        <translation>酒店</translation>
    </message>
    <message>
        <source>items whose text holds the word, in small letters or capitals</source>
        <translation>文字中含此词的条目，不分大小写</translation>
    </message>
    <message>
        <source>&quot;a room for two&quot;</source>
        <translation>&quot;room for two&quot; 双人房</translation>
    </message>
    <message>
        <source>quotes keep blanks together</source>
        <translation>引号使空格不分词</translation>
    </message>
    <message>
        <source>a minus turns a term round</source>
        <translation>减号表示取反</translation>
    </message>
    <message>
        <source>several terms: all must hold</source>
        <translation>多个条件：须全部满足</translation>
    </message>
</context>
<context>
    <name>Gallery</name>
    <message>
        <source>built-in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>示例</translation>
    </message>
</context>
<context>
    <name>HaulWords</name>
    <message>
        <source>{0} sessions opened</source>
        <translation>已打开 {0} 个会话</translation>
    </message>
    <message>
        <source>no session found</source>
        <translation>没有找到会话</translation>
    </message>
    <message>
        <source>{0} file skipped that is no session</source>
        <translation>略过 {0} 个非会话文件</translation>
    </message>
    <message>
        <source>{0} files skipped that are no sessions</source>
        <translation>略过 {0} 个非会话文件</translation>
    </message>
    <message>
        <source>{0} could not be read: {1}</source>
        <translation>{0} 无法读取：{1}</translation>
    </message>
    <message>
        <source>{0} session opened</source>
        <extracomment>So many files are named that are no sessions, and that could not be read.</extracomment>
        <translation>已打开 {0} 个会话</translation>
    </message>
    <message>
        <source>{0} session without any request</source>
        <translation>{0} 个会话没有任何请求</translation>
    </message>
    <message>
        <source>{0} sessions without any request</source>
        <translation>{0} 个会话没有任何请求</translation>
    </message>
    <message>
        <source>{0} file left out: too many or too large for one go</source>
        <translation>{0} 个文件未处理：过多或过大</translation>
    </message>
    <message>
        <source>{0} files left out: too many or too large for one go</source>
        <translation>{0} 个文件未处理：过多或过大</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
</context>
<context>
    <name>Hint</name>
    <message>
        <source>Put the hint away</source>
        <translation>收起提示</translation>
    </message>
    <message>
        <source>Put the hint away (Esc)</source>
        <translation>收起提示 (Esc)</translation>
    </message>
    <message>
        <source>What to try first</source>
        <translation>先试试这些</translation>
    </message>
    <message>
        <source>A hatched red bar is a request that lacks a must-keep. Click the first one, in turn 13.</source>
        <translation>红色斜纹的竖条是缺少必留项的请求。点击第一个，在第 13 轮。</translation>
    </message>
    <message>
        <source>Click a must-keep that is lost: the item that states it says in which stage it went and why.</source>
        <translation>点击丢失的必留项：含有它的条目会说明在哪个阶段丢失、为什么。</translation>
    </message>
    <message>
        <source>Drag the slider of history to its red tick: the words are kept, and the diff shows what came back. Ctrl+Z undoes it.</source>
        <translation>把“历史对话”的滑块拖到红色刻度：文字得以保留，差异显示找回了什么。Ctrl+Z 撤销。</translation>
    </message>
</context>
<context>
    <name>ImageStrip</name>
    <message>
        <source>Images and other media of the item</source>
        <extracomment>Media that are shown; of more there is a count.</extracomment>
        <translation>此条目中的图片与其他媒体</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>另有 {0} 个</translation>
    </message>
</context>
<context>
    <name>Investigation</name>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>really sent</source>
        <translation>实际发送</translation>
    </message>
    <message>
        <source>“{0}” in what was really sent at request {1}: {2}</source>
        <translation>“{0}”在第 {1} 次请求实际发送的内容中：{2}</translation>
    </message>
</context>
<context>
    <name>ItemInspector</name>
    <message>
        <source>Item</source>
        <extracomment>Lines of the list of what displaced an item; more are scrolled to.</extracomment>
        <translation>条目</translation>
    </message>
    <message>
        <source>Displaced by</source>
        <translation>挤出它的</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>它的去向</translation>
    </message>
    <message>
        <source>What would keep it</source>
        <translation>怎样能留住它</translation>
    </message>
    <message>
        <source>No item chosen</source>
        <translation>未选择条目</translation>
    </message>
    <message>
        <source>Not in this run</source>
        <translation>不在本次运行中</translation>
    </message>
    <message>
        <source>It was not gathered for this request.</source>
        <translation>此次请求没有收集它。</translation>
    </message>
    <message>
        <source>Choose a line in the panes or the diff.</source>
        <translation>请在窗格或差异中选择一行。</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>没有文字</translation>
    </message>
    <message>
        <source>{0}, left out by the cut</source>
        <translation>{0}，截断时去掉</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>made of {0}</source>
        <translation>由 {0} 生成</translation>
    </message>
</context>
<context>
    <name>ItemMenu</name>
    <message>
        <source>What to do with the item</source>
        <translation>对条目的操作</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>为什么</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消钉住</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>钉住</translation>
    </message>
    <message>
        <source>Must keep these {0} items</source>
        <translation>将这 {0} 条设为必留项</translation>
    </message>
    <message>
        <source>Must keep this item</source>
        <translation>将此条设为必留项</translation>
    </message>
    <message>
        <source>This answer broke a must-keep</source>
        <translation>此回答违反了必留项</translation>
    </message>
    <message>
        <source>Source rule from this…</source>
        <translation>以此新建来源规则…</translation>
    </message>
    <message>
        <source>Copy id</source>
        <translation>复制 id</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>Filter: only row {0}</source>
        <translation>筛选：只看“{0}”行</translation>
    </message>
    <message>
        <source>Filter: only turn {0}</source>
        <translation>筛选：只看第 {0} 轮</translation>
    </message>
    <message>
        <source>Filter: only tool {0}</source>
        <translation>筛选：只看工具 {0}</translation>
    </message>
    <message>
        <source>Show its row in the budget</source>
        <translation>在预算中显示其所在行</translation>
    </message>
</context>
<context>
    <name>ItemStory</name>
    <message>
        <source>never reached</source>
        <translation>未到达</translation>
    </message>
    <message>
        <source>“{0}” ({1})</source>
        <translation>“{0}”，{1}</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>未通过</translation>
    </message>
    <message>
        <source>candidate {0} of {1}</source>
        <translation>候选 {0} / {1}</translation>
    </message>
    <message>
        <source>{0}, {1} tokens, {2}</source>
        <translation>{0}，{1} 个 token，{2}</translation>
    </message>
    <message>
        <source>{0} → {1} tokens</source>
        <translation>{0} → {1} 个 token</translation>
    </message>
    <message>
        <source>message {0} of {1}</source>
        <translation>消息 {0} / {1}</translation>
    </message>
    <message>
        <source>beside the messages, in {0}</source>
        <translation>位于消息之外，在 {0} 中</translation>
    </message>
</context>
<context>
    <name>ItemText</name>
    <message>
        <source>Select words, then Ctrl+M makes them a must-keep</source>
        <extracomment>Code points shown at first of a longer text; more come in pieces when asked for. Lines up to which the text is shown as high as it is. The height of one line with its frame, and that of the row below the text (pixels). The height that a longer text asks for (pixels); it takes more where there is room. Qt&apos;s own &quot;no limit&quot; for a widget&apos;s height. Spans marked at most; more would slow down scrolling and say nothing more.</extracomment>
        <translation>选择文字后按 Ctrl+M 设为必留项</translation>
    </message>
    <message>
        <source>Must keep the selected words</source>
        <translation>将所选文字设为必留项</translation>
    </message>
    <message>
        <source>Every run is judged by whether they reach the model (Ctrl+M)</source>
        <translation>每次运行都会判定它们是否到达模型 (Ctrl+M)</translation>
    </message>
    <message>
        <source>Make a key fact</source>
        <translation>设为关键事实</translation>
    </message>
    <message>
        <source>show {0} more characters of {1}</source>
        <translation>再显示 {0} 个字符，共 {1} 个</translation>
    </message>
    <message>
        <source>show the last {0}</source>
        <translation>显示最后 {0} 个</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Source rule from this…</source>
        <translation>以此新建来源规则…</translation>
    </message>
</context>
<context>
    <name>KeepPane</name>
    <message>
        <source>Must keep</source>
        <translation>必留项</translation>
    </message>
    <message>
        <source>Constraints that rules find. A hard one is judged beside the must-keeps, unless one of them covers it or an earlier one says the same; a soft one is only listed.</source>
        <translation>规则识别出的约束。硬性约束与必留项一同判定，除非已有必留项涵盖它，或更早的一条说法相同；软性约束只列出，不判定。</translation>
    </message>
    <message>
        <source>Ask…</source>
        <translation>询问…</translation>
    </message>
    <message>
        <source>Have a model look for constraints that the rules missed</source>
        <translation>让模型查找规则漏掉的约束</translation>
    </message>
    <message>
        <source>Stated {0}</source>
        <translation>已列 {0}</translation>
    </message>
    <message>
        <source>Found {0}</source>
        <translation>找到 {0}</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>the next control; in the panes, the next pane</source>
        <translation>下一个控件；在窗格中为下一窗格</translation>
    </message>
    <message>
        <source>← →</source>
        <translation>← →</translation>
    </message>
    <message>
        <source>panes: the pane beside; request bar: the request beside</source>
        <translation>窗格：相邻窗格；请求条：相邻请求</translation>
    </message>
    <message>
        <source>Page up, Page down</source>
        <translation>Page Up，Page Down</translation>
    </message>
    <message>
        <source>request bar: the turn before or after</source>
        <translation>请求条：上一轮或下一轮</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>budget: edit the cap; lists: go to the item; folds: open</source>
        <translation>预算：修改上限；列表：转到条目；折叠处：展开</translation>
    </message>
    <message>
        <source>↑ ↓, Page up, Page down</source>
        <translation>↑ ↓，Page Up，Page Down</translation>
    </message>
    <message>
        <source>cap that is edited: one step, ten steps</source>
        <translation>正在修改的上限：一步，十步</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>give up the edit or the drag of a cap</source>
        <translation>放弃对上限的修改或拖动</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Shift</translation>
    </message>
    <message>
        <source>while dragging a cap: every token, no steps</source>
        <translation>拖动上限时：逐个 token，不分步</translation>
    </message>
</context>
<context>
    <name>KeysDialog</name>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Menus</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Lists and fields</source>
        <translation>列表与输入框</translation>
    </message>
    <message>
        <source>Search the keys</source>
        <translation>搜索按键</translation>
    </message>
    <message>
        <source>key or words</source>
        <translation>按键或文字</translation>
    </message>
    <message>
        <source>Keys and what they do</source>
        <translation>按键及其作用</translation>
    </message>
</context>
<context>
    <name>LinkStrip</name>
    <message>
        <source>Lines from each item to the same item in the next pane</source>
        <extracomment>Positions of one fold that are followed; a longer one leads to few lines, and all of those are near.</extracomment>
        <translation>从每个条目连到下一窗格中同一条目的线</translation>
    </message>
</context>
<context>
    <name>LintDesk</name>
    <message>
        <source>Edited meanwhile: problems are looked for anew.</source>
        <extracomment>An edit is left in peace for so long (ms) before what it changed is looked at. Requests times items up to which all gathered requests are kept, so that an edit need not gather again.</extracomment>
        <translation>期间有编辑：正在重新查找问题。</translation>
    </message>
</context>
<context>
    <name>Lists</name>
    <message>
        <source>, </source>
        <extracomment>Characters of one line that Qt is handed; longer lines are continued on the next.</extracomment>
        <translation>，</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
</context>
<context>
    <name>MarkIntents</name>
    <message>
        <source>unpin {0}</source>
        <extracomment>Characters of words that the undo menu names.</extracomment>
        <translation>取消钉住 {0}</translation>
    </message>
    <message>
        <source>pin {0}</source>
        <translation>钉住 {0}</translation>
    </message>
    <message>
        <source>Select words in the text of an item first.</source>
        <translation>请先在条目文字中选择。</translation>
    </message>
    <message>
        <source>Only must-keeps of this session that are words can be edited here.</source>
        <translation>此处只能修改本会话中以文字写成的必留项。</translation>
    </message>
    <message>
        <source>must keep “{0}” → “{1}”</source>
        <translation>必留项“{0}” → “{1}”</translation>
    </message>
    <message>
        <source>This must-keep stands in the profile; edit it there.</source>
        <translation>这个必留项写在配置中；请在那里修改。</translation>
    </message>
    <message>
        <source>no longer must keep “{0}”</source>
        <translation>不再必留“{0}”</translation>
    </message>
    <message>
        <source>These words are a key fact already.</source>
        <translation>这些文字已是关键事实。</translation>
    </message>
    <message>
        <source>key fact “{0}”</source>
        <translation>关键事实“{0}”</translation>
    </message>
    <message>
        <source>This is a must-keep already.</source>
        <translation>这已是必留项。</translation>
    </message>
    <message>
        <source>must keep “{0}”</source>
        <translation>必留项“{0}”</translation>
    </message>
</context>
<context>
    <name>Matrix</name>
    <message>
        <source>turn {0}, request {1}</source>
        <translation>第 {0} 轮，第 {1} 次请求</translation>
    </message>
    <message>
        <source>turn {0}, requests {1} to {2}</source>
        <translation>第 {0} 轮，第 {1} 至 {2} 次请求</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>尚未得出</translation>
    </message>
    <message>
        <source>being looked up anew</source>
        <translation>正在重新查找</translation>
    </message>
</context>
<context>
    <name>MatrixDesk</name>
    <message>
        <source>being looked up…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>not looked up</source>
        <translation>未查找</translation>
    </message>
    <message>
        <source>{0} of {1} stated</source>
        <translation>已列 {1} 项中的 {0} 项</translation>
    </message>
    <message>
        <source>{0} of {1} found</source>
        <translation>找到 {1} 项中的 {0} 项</translation>
    </message>
    <message>
        <source>not kept: {0}</source>
        <translation>未保留：{0}</translation>
    </message>
    <message>
        <source>no room for {0} more that were found</source>
        <translation>另有 {0} 条找到的放不下</translation>
    </message>
    <message>
        <source>turn {0}</source>
        <translation>第 {0} 轮</translation>
    </message>
</context>
<context>
    <name>MatrixLegend</name>
    <message>
        <source>deep: over 40 % of the context follows it</source>
        <translation>埋得深：其后还有超过 40 % 的上下文</translation>
    </message>
    <message>
        <source>deep</source>
        <translation>埋得深</translation>
    </message>
    <message>
        <source>, and it is not of the system part at the head</source>
        <translation>，且不在开头的系统部分</translation>
    </message>
    <message>
        <source>first loss</source>
        <translation>首次丢失</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>Open recen&amp;t</source>
        <translation>最近打开(&amp;T)</translation>
    </message>
    <message>
        <source>Pa&amp;nels</source>
        <translation>面板(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation>配置(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>会话(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Analyze</source>
        <translation>分析(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Th&amp;eme</source>
        <translation>主题(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Messages</source>
        <extracomment>Banners beyond this many wait until others are put away.</extracomment>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>MessageControls</name>
    <message>
        <source>How messages are shown</source>
        <extracomment>How long it is said that something was copied (ms). What a box has beside its longest name: frame, padding and arrow (px).</extracomment>
        <translation>消息的显示方式</translation>
    </message>
    <message>
        <source>Pretty</source>
        <translation>排版</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>as built: {0}</source>
        <translation>按构建：{0}</translation>
    </message>
    <message>
        <source>checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>! {0} not valid</source>
        <translation>! {0} 处无效</translation>
    </message>
    <message>
        <source>✓ valid · {0} notes</source>
        <translation>✓ 有效 · {0} 条提示</translation>
    </message>
    <message>
        <source>✓ valid</source>
        <translation>✓ 有效</translation>
    </message>
    <message>
        <source>valid for {0}</source>
        <translation>符合 {0} 要求</translation>
    </message>
    <message>
        <source>not valid for {0}</source>
        <translation>不符合 {0} 要求</translation>
    </message>
    <message>
        <source>copied {0}</source>
        <translation>已复制 {0}</translation>
    </message>
    <message>
        <source>Wire format</source>
        <translation>线上格式</translation>
    </message>
    <message>
        <source>as built</source>
        <translation>按构建</translation>
    </message>
    <message>
        <source>find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find in the messages</source>
        <translation>在消息中查找</translation>
    </message>
    <message>
        <source>Previous place (Shift+F3)</source>
        <translation>上一处 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next place (F3)</source>
        <translation>下一处 (F3)</translation>
    </message>
    <message>
        <source>Copy the whole request as JSON</source>
        <translation>将整个请求复制为 JSON</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
</context>
<context>
    <name>MessageRowsModel</name>
    <message>
        <source>… {0} more characters: Enter shows them</source>
        <extracomment>So many rows of a message are shown at first; where there are more messages than `FEW`, none. So many more each time that more is asked for. Pixels that the texts of rows keep free at the left, and of blocks that stand below their name.</extracomment>
        <translation>… 还有 {0} 个字符：按 Enter 显示</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>written by ctxlab</source>
        <translation>由 ctxlab 生成</translation>
    </message>
    <message>
        <source>not valid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>open</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} · beside the messages</source>
        <translation>{0} · 位于消息之外</translation>
    </message>
    <message>
        <source>{0} · at {1} %</source>
        <translation>{0} · 位于 {1} %</translation>
    </message>
    <message>
        <source>{0} · {1} tokens</source>
        <translation>{0} · {1} 个 token</translation>
    </message>
</context>
<context>
    <name>MessagesView</name>
    <message>
        <source>Messages of the context</source>
        <extracomment>Pixels of the list of what is not valid, and how long resizing waits before wrapping anew (ms).</extracomment>
        <translation>上下文的消息</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>The request as JSON</source>
        <translation>JSON 形式的请求</translation>
    </message>
    <message>
        <source>What is not valid</source>
        <translation>无效之处</translation>
    </message>
    <message>
        <source>no run yet: open a session to see the messages that are built</source>
        <translation>尚未运行：打开会话以查看所构建的消息</translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>built for {0}, written here for {1}: counts are estimates</source>
        <translation>为 {0} 构建，此处改写为 {1}：计数为估计</translation>
    </message>
    <message>
        <source>Build for {0}</source>
        <translation>为 {0} 构建</translation>
    </message>
    <message>
        <source>this Construct builds for one wire only</source>
        <translation>此“构建”只构建一种格式</translation>
    </message>
    <message>
        <source>not valid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>not everywhere valid</source>
        <translation>并非处处有效</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
</context>
<context>
    <name>ModelDesk</name>
    <message>
        <source>Nobody states anything in this session.</source>
        <extracomment>What tokens are estimated with, whatever the model: the figure is marked as one.</extracomment>
        <translation>此会话中没有人提出任何内容。</translation>
    </message>
    <message>
        <source>Mark a constraint that a model found</source>
        <translation>标注模型找到的一条约束</translation>
    </message>
    <message>
        <source>Mark {0} constraints that a model found</source>
        <translation>标注模型找到的 {0} 条约束</translation>
    </message>
</context>
<context>
    <name>ModelDialog</name>
    <message>
        <source>Ask a model for constraints</source>
        <translation>让模型查找约束</translation>
    </message>
    <message>
        <source>A model looks for constraints that the rules did not find. What users, system prompts, notes and rules files say is sent there once you press Ask.</source>
        <translation>由模型查找规则没有找到的约束。按下“询问”后，用户、系统提示词、笔记和规则文件中的内容才会发送过去。</translation>
    </message>
    <message>
        <source>The model found nothing that was not known.</source>
        <translation>模型没有找到未知的约束。</translation>
    </message>
    <message>
        <source>{0} known already</source>
        <translation>{0} 条已知</translation>
    </message>
    <message>
        <source>{0} not taken, as nobody said it</source>
        <translation>{0} 条未采纳，因为没有人这样说过</translation>
    </message>
    <message>
        <source>a call failed: {0}</source>
        <translation>有一次调用失败：{0}</translation>
    </message>
    <message>
        <source>Stopped; nothing was taken.</source>
        <translation>已停止，未采纳任何内容。</translation>
    </message>
    <message>
        <source>Mark 1 constraint</source>
        <translation>标注 1 条约束</translation>
    </message>
    <message>
        <source>Mark {0} constraints</source>
        <translation>标注 {0} 条约束</translation>
    </message>
</context>
<context>
    <name>Monitor</name>
    <message>
        <source>Forgotten constraint</source>
        <translation>约束被遗忘</translation>
    </message>
    <message>
        <source>Sessions in which, at any request, the last build lost a must-keep; with the interval at 95 %.</source>
        <translation>在任一请求的最后一次构建中丢失必留项的会话；附 95 % 置信区间。</translation>
    </message>
    <message>
        <source>no must-keep judged</source>
        <translation>没有可判断的必留项</translation>
    </message>
    <message>
        <source>sessions: {0} of {1}</source>
        <translation>会话：{0}/{1}</translation>
    </message>
    <message>
        <source>95 %: {0} – {1}</source>
        <translation>95 %：{0} – {1}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>1 in {0}</source>
        <translation>每 {0} 个中 1 个</translation>
    </message>
    <message>
        <source>peak {0}</source>
        <translation>峰值 {0}</translation>
    </message>
    <message>
        <source>p50 {0} · p90 {1}</source>
        <translation>p50 {0} · p90 {1}</translation>
    </message>
    <message>
        <source>Tokens of a context: on average, the largest and its share of its own limit, and what half of all and nine in ten have at most.</source>
        <translation>上下文的 token 数：均值、最大值及其占自身限额的比例，以及半数、九成构建不超过的值。</translation>
    </message>
    <message>
        <source>Mean tokens</source>
        <translation>平均 token 数</translation>
    </message>
    <message>
        <source>L{0} {1}</source>
        <translation>{0} 级 {1}</translation>
    </message>
    <message>
        <source>{0} warned · {1} over</source>
        <translation>警告 {0} · 超限 {1}</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>never needed</source>
        <translation>从未需要</translation>
    </message>
    <message>
        <source>Builds that degraded, by the level that they reached; builds above the warning, and over the limit.</source>
        <translation>发生降级的构建及其所达级别；超过警告线与超出限额的构建数。</translation>
    </message>
    <message>
        <source>Degraded</source>
        <translation>降级</translation>
    </message>
    <message>
        <source>of {0} sessions</source>
        <translation>来自 {0} 个会话</translation>
    </message>
    <message>
        <source>of one session</source>
        <translation>来自 1 个会话</translation>
    </message>
    <message>
        <source>{0} built</source>
        <translation>构建率 {0}</translation>
    </message>
    <message>
        <source>Recorded builds, and the tokens built as a share of those gathered, on average.</source>
        <translation>构建记录数，以及构建的 token 占收集的平均比例。</translation>
    </message>
    <message>
        <source>Builds</source>
        <translation>构建</translation>
    </message>
</context>
<context>
    <name>MonitorDesk</name>
    <message>
        <source>No build is recorded yet.

Each run of this window is recorded a second after it has come to rest, as are those of “ctxlab run” and of Lab(record=True). They stay on this machine.</source>
        <translation>还没有构建记录。

本窗口的每次运行停稳一秒后即被记录，“ctxlab run”与 Lab(record=True) 的构建也会记录。记录只保存在本机。</translation>
    </message>
    <message>
        <source>No build is recorded, and recording is off: [runs] record = false stands in settings.toml.</source>
        <translation>没有构建记录，且记录已关闭：settings.toml 中写有 [runs] record = false。</translation>
    </message>
    <message>
        <source>restore build {0}</source>
        <translation>恢复构建 {0}</translation>
    </message>
    <message>
        <source>Profile and marks are those of build {0} already.</source>
        <translation>配置与标记已与构建 {0} 相同。</translation>
    </message>
    <message>
        <source>Profile and marks are those of build {0} now; Ctrl+Z takes that back.</source>
        <translation>配置与标记已恢复为构建 {0} 的；Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>Keys and passwords of the session are hidden.</source>
        <translation>会话中的密钥与密码已隐去。</translation>
    </message>
    <message>
        <source>There is no run yet.</source>
        <translation>尚无运行结果。</translation>
    </message>
    <message>
        <source>build {0}, {1}</source>
        <translation>构建 {0}，{1}</translation>
    </message>
    <message>
        <source>shown, {0}</source>
        <translation>当前，{0}</translation>
    </message>
    <message>
        <source>Trace: every decision (*.json)</source>
        <translation>轨迹：全部决定 (*.json)</translation>
    </message>
    <message>
        <source>Export this build</source>
        <translation>导出此次构建</translation>
    </message>
</context>
<context>
    <name>MonitorView</name>
    <message>
        <source>Recorded builds and their figures</source>
        <extracomment>How the cards share the width. What cards and bars have of the height at first (percent).</extracomment>
        <translation>构建记录及其数据</translation>
    </message>
    <message>
        <source>Session whose builds are looked at</source>
        <translation>查看哪个会话的构建</translation>
    </message>
    <message>
        <source>Profile whose builds are looked at</source>
        <translation>查看哪个配置的构建</translation>
    </message>
    <message>
        <source>Figures over these builds</source>
        <translation>这些构建的汇总数据</translation>
    </message>
    <message>
        <source>What the bars stand for</source>
        <translation>柱形按什么排列</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>Over requests</source>
        <translation>按请求</translation>
    </message>
    <message>
        <source>Tokens of each build</source>
        <translation>各次构建的 token 数</translation>
    </message>
    <message>
        <source>All profiles</source>
        <translation>所有配置</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Compare with shown</source>
        <translation>与当前比较</translation>
    </message>
    <message>
        <source>Restore profile and marks</source>
        <translation>恢复配置与标记</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>All sessions</source>
        <translation>全部会话</translation>
    </message>
    <message>
        <source>lost: {0}</source>
        <translation>丢失：{0}</translation>
    </message>
    <message>
        <source>degraded to level {0}</source>
        <translation>降级至 {0} 级</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>request {0}</source>
        <translation>第 {0} 次请求</translation>
    </message>
    <message>
        <source>What it was made from is not kept any more.</source>
        <translation>构建所用的会话已不再保留。</translation>
    </message>
    <message>
        <source>Another session is looked at: open the build instead.</source>
        <translation>当前查看的是另一个会话：请改用“打开”。</translation>
    </message>
</context>
<context>
    <name>MoreColumns</name>
    <message>
        <source>Budget, all columns</source>
        <extracomment>Around the grid (pixels). What the table beside it shows at any width, or cannot be moved here.</extracomment>
        <translation>预算，全部列</translation>
    </message>
</context>
<context>
    <name>MustKeepList</name>
    <message>
        <source>Must keep</source>
        <extracomment>How the ids of must-keeps begin that a profile states. Lines whose room an empty list takes for what it says.</extracomment>
        <translation>必留项</translation>
    </message>
    <message>
        <source>None stated. Select words in an item and press Ctrl+M.</source>
        <translation>尚无必留项。在条目中选择文字后按 Ctrl+M。</translation>
    </message>
    <message>
        <source>+ add from selection</source>
        <translation>+ 用所选文字添加</translation>
    </message>
    <message>
        <source>Makes the words that are selected in the item a must-keep (Ctrl+M)</source>
        <translation>将条目中所选文字设为必留项 (Ctrl+M)</translation>
    </message>
    <message>
        <source>Go to the item</source>
        <translation>转到条目</translation>
    </message>
    <message>
        <source>Edit words…</source>
        <translation>修改文字…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>未判定</translation>
    </message>
    <message>
        <source>− lost</source>
        <translation>− 丢失</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>The profile states it: it is changed in the profile&apos;s file.</source>
        <translation>由配置写明：请在配置文件中修改。</translation>
    </message>
    <message>
        <source>Stated by the profile: change it there</source>
        <translation>由配置写明：请在那里修改</translation>
    </message>
</context>
<context>
    <name>News</name>
    <message>
        <source>{0} is not a session file.</source>
        <translation>{0} 不是会话文件。</translation>
    </message>
    <message>
        <source>What can be opened?</source>
        <translation>可以打开什么？</translation>
    </message>
    <message>
        <source>What can be opened; which of them a file is, is found from its content.</source>
        <translation>可以打开的格式；文件属于哪一种由其内容判断。</translation>
    </message>
    <message>
        <source>What can be opened</source>
        <translation>可以打开的格式</translation>
    </message>
    <message>
        <source>opening {0}…</source>
        <translation>正在打开 {0}…</translation>
    </message>
    <message>
        <source>{0} of {1} files read</source>
        <translation>已读取 {0} / {1} 个文件</translation>
    </message>
    <message>
        <source>This run could not be made; the last good one is shown. {0}</source>
        <translation>本次运行未能完成；显示的是上一次成功的运行。{0}</translation>
    </message>
</context>
<context>
    <name>Outside</name>
    <message>
        <source>{0} is gone from the disk. “Save as” writes it again.</source>
        <translation>{0} 已不在磁盘上。“另存为”可重新写入。</translation>
    </message>
    <message>
        <source>{0} is gone from the disk; what was read of it stays open.</source>
        <translation>{0} 已不在磁盘上；已读取的内容仍保持打开。</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>{0} was changed outside since it was opened.</source>
        <translation>{0} 打开之后已在外部被更改。</translation>
    </message>
    <message>
        <source>{0} was changed outside and cannot be read; yours is kept. {1}</source>
        <translation>{0} 已在外部被更改且无法读取；保留您的版本。{1}</translation>
    </message>
    <message>
        <source>reloaded {0}</source>
        <translation>已重新载入 {0}</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新载入</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>kept yours; it is not saved</source>
        <translation>已保留您的版本；尚未保存</translation>
    </message>
    <message>
        <source>{0} was changed outside.</source>
        <translation>{0} 已在外部被更改。</translation>
    </message>
</context>
<context>
    <name>OwnOrderModel</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Compare</source>
        <extracomment>The pages that show nothing without a session; the others can do without. How narrow the pages can be made (pixels): whatever is said in them, the docks keep their widths.</extracomment>
        <translation>比较</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>now {0}</source>
        <translation>当前 {0}</translation>
    </message>
    <message>
        <source>it is so already</source>
        <translation>已是如此</translation>
    </message>
    <message>
        <source>{0} → {1}</source>
        <translation>{0} → {1}</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>on</source>
        <extracomment>Items whose beginnings are taken up with one query.</extracomment>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>request {0}</source>
        <translation>第 {0} 次请求</translation>
    </message>
    <message>
        <source>the last request is {0}</source>
        <translation>最后一次请求是第 {0} 次</translation>
    </message>
    <message>
        <source>turn {0}</source>
        <translation>第 {0} 轮</translation>
    </message>
    <message>
        <source>the last turn is {0}</source>
        <translation>最后一轮是第 {0} 轮</translation>
    </message>
    <message>
        <source>go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>item</source>
        <translation>条目</translation>
    </message>
</context>
<context>
    <name>PaletteSources</name>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>must keep</source>
        <translation>必留项</translation>
    </message>
    <message>
        <source>recent file</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>open a session first</source>
        <translation>请先打开会话</translation>
    </message>
    <message>
        <source>no edit to take back</source>
        <translation>没有可撤销的修改</translation>
    </message>
    <message>
        <source>not possible now</source>
        <translation>现在无法执行</translation>
    </message>
    <message>
        <source>{0} cap</source>
        <translation>{0}上限</translation>
    </message>
</context>
<context>
    <name>PaneHead</name>
    <message>
        <source>{0} items</source>
        <translation>{0} 条</translation>
    </message>
    <message>
        <source>{0} item</source>
        <extracomment>The height on one line, and on two. Pixels of the stage&apos;s name that stay where even name, arrow and tokens have no room together. Stands before the level to which a run was degraded. Characters of a strategy&apos;s name below which only the arrow is shown. Fates in the order in which a head counts them.</extracomment>
        <translation>{0} 条</translation>
    </message>
    <message>
        <source>degraded to level {0}</source>
        <translation>已降到第 {0} 级</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0}: choose and set the strategy, now {1}</source>
        <translation>{0}：选择并设置策略，当前为 {1}</translation>
    </message>
</context>
<context>
    <name>ParetoChart</name>
    <message>
        <source>Must-keeps kept against tokens</source>
        <translation>保住的必留项与 token</translation>
    </message>
    <message>
        <source>tokens of all sessions</source>
        <translation>所有会话的 token</translation>
    </message>
    <message>
        <source>best trade-off</source>
        <translation>最佳取舍</translation>
    </message>
    <message>
        <source>another is better</source>
        <translation>另有更好的</translation>
    </message>
</context>
<context>
    <name>PatternField</name>
    <message>
        <source>Own patterns</source>
        <extracomment>A pattern that is being typed is looked for once nothing was typed for so long (ms).</extracomment>
        <translation>自定义模式</translation>
    </message>
    <message>
        <source>regular expressions, one a line, such as  ACME-\d+</source>
        <translation>正则表达式，每行一个，例如 ACME-\d+</translation>
    </message>
    <message>
        <source>IP addresses, too</source>
        <translation>也包括 IP 地址</translation>
    </message>
</context>
<context>
    <name>Presenter</name>
    <message>
        <source>No session is open. Ctrl+O opens one; or drop a file here.</source>
        <translation>没有打开的会话。按 Ctrl+O 打开，或将文件拖到这里。</translation>
    </message>
</context>
<context>
    <name>Problems</name>
    <message>
        <source>{0} · cures {1}</source>
        <extracomment>`~` means cut wherever items are shown: here another sign warns. Characters of a problem that are shown; the tooltip has all of them. What stands for the number of a cure that is the best rescue. The notice that a model can help with.</extracomment>
        <translation>{0} · 可解决 {1} 个</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Summarize with a model…</source>
        <translation>用模型生成摘要…</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>line {0}: {1}</source>
        <translation>第 {0} 行：{1}</translation>
    </message>
</context>
<context>
    <name>ProblemsView</name>
    <message>
        <source>Problems</source>
        <extracomment>The least height of a line (pixels); most are higher.</extracomment>
        <translation>问题</translation>
    </message>
    <message>
        <source>nothing noticed</source>
        <translation>没有发现问题</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>not looked for: the context could not be built</source>
        <translation>未检查：无法构建上下文</translation>
    </message>
    <message>
        <source>Apply: {0}</source>
        <translation>应用：{0}</translation>
    </message>
    <message>
        <source>Go to it</source>
        <translation>转到此处</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>ProfileCards</name>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>the same settings</source>
        <translation>设置相同</translation>
    </message>
    <message>
        <source>1 difference</source>
        <translation>1 处不同</translation>
    </message>
    <message>
        <source>{0} differences</source>
        <translation>{0} 处不同</translation>
    </message>
</context>
<context>
    <name>ProfileDesk</name>
    <message>
        <source>must-keeps that are not saved do not count</source>
        <translation>未保存的必留项不计在内</translation>
    </message>
    <message>
        <source>use {0}</source>
        <translation>使用 {0}</translation>
    </message>
</context>
<context>
    <name>ProfileDialog</name>
    <message>
        <source>Profiles: difference and history</source>
        <translation>配置：差异与历史</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>不同的设置</translation>
    </message>
    <message>
        <source>Both over the open sessions</source>
        <translation>两者在打开的会话上</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Builds done</source>
        <translation>已完成的构建</translation>
    </message>
    <message>
        <source>Both set the same.</source>
        <translation>两者的设置相同。</translation>
    </message>
    <message>
        <source>Difference ({0})</source>
        <translation>差异（{0}）</translation>
    </message>
    <message>
        <source>History of {0} ({1})</source>
        <translation>{0} 的历史（{1}）</translation>
    </message>
    <message>
        <source>Use “{0}”</source>
        <translation>使用“{0}”</translation>
    </message>
    <message>
        <source>The session is under this profile.</source>
        <translation>会话正在使用此配置。</translation>
    </message>
    <message>
        <source>The session is then under these settings, as an edit that can be undone.</source>
        <translation>会话改用这些设置，这一修改可以撤销。</translation>
    </message>
    <message>
        <source>Builds the open sessions under both profiles and tells what differs: must-keeps that survive, tokens, what is over its limit, and which sessions fare otherwise.</source>
        <translation>在两个配置下构建打开的各会话，并列出不同之处：保留下来的必留项、token 数、是否超出限额，以及哪些会话结果不同。</translation>
    </message>
    <message>
        <source>{0} of {1} builds</source>
        <translation>{0}/{1} 次构建</translation>
    </message>
    <message>
        <source>Stopped before its end: nothing is known.</source>
        <translation>中途停止，没有结果。</translation>
    </message>
    <message>
        <source>Compare on {0} sessions</source>
        <translation>在 {0} 个会话上比较</translation>
    </message>
    <message>
        <source>Compare on 1 session</source>
        <translation>在 1 个会话上比较</translation>
    </message>
    <message>
        <source>Over the open sessions</source>
        <translation>在打开的会话上</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ProfileFigures</name>
    <message>
        <source>must-keeps that survive</source>
        <translation>保留下来的必留项</translation>
    </message>
    <message>
        <source>sessions that lose one</source>
        <translation>丢失必留项的会话</translation>
    </message>
    <message>
        <source>sessions over the limit</source>
        <translation>超出限额的会话</translation>
    </message>
    <message>
        <source>sessions that cannot be built</source>
        <translation>无法构建的会话</translation>
    </message>
    <message>
        <source>degraded to level</source>
        <translation>降级到第几级</translation>
    </message>
    <message>
        <source>tokens in all</source>
        <translation>token 总数</translation>
    </message>
    <message>
        <source>largest context</source>
        <translation>最大的上下文</translation>
    </message>
    <message>
        <source>loses {0}</source>
        <translation>丢失 {0}</translation>
    </message>
    <message>
        <source>keeps {0} again</source>
        <translation>重新保留 {0}</translation>
    </message>
    <message>
        <source>cannot be built: {0}</source>
        <translation>无法构建：{0}</translation>
    </message>
    <message>
        <source>can be built</source>
        <translation>可以构建</translation>
    </message>
    <message>
        <source>{0} tokens over the limit</source>
        <translation>超出限额 {0} 个 token</translation>
    </message>
    <message>
        <source>fits the limit</source>
        <translation>不再超出限额</translation>
    </message>
    <message>
        <source>better</source>
        <translation>更好</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>更差</translation>
    </message>
</context>
<context>
    <name>ProfileGallery</name>
    <message>
        <source>Profiles</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Search the profiles</source>
        <translation>搜索配置</translation>
    </message>
    <message>
        <source>name, words, or a difference such as “history cap”</source>
        <translation>名称、文字，或不同之处，如“历史对话 上限”</translation>
    </message>
    <message>
        <source>Differences from the profile in use</source>
        <translation>与使用中的配置的不同之处</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Set as Before</source>
        <translation>设为基准</translation>
    </message>
    <message>
        <source>The diff then starts from a run under this profile</source>
        <translation>差异将以此配置下的运行为基准</translation>
    </message>
    <message>
        <source>Difference and history…</source>
        <translation>差异与历史…</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Nothing is called that. “Open a file…” finds others.</source>
        <translation>没有这样的名称。可用“打开文件…”查找其他配置。</translation>
    </message>
    <message>
        <source>No profiles are known. “Open a file…” finds some.</source>
        <translation>还没有配置。可用“打开文件…”查找。</translation>
    </message>
    <message>
        <source>Against the profile in use</source>
        <translation>与使用中的配置相比</translation>
    </message>
    <message>
        <source>It sets the same.</source>
        <translation>设置完全相同。</translation>
    </message>
</context>
<context>
    <name>ProfileHistory</name>
    <message>
        <source>solved</source>
        <translation>求解</translation>
    </message>
    <message>
        <source>swept</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>calibrated</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>earlier</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>{0} older steps in one</source>
        <translation>更早的 {0} 步合为一步</translation>
    </message>
    <message>
        <source>keeps {0} of {1} must-keeps</source>
        <translation>保留 {0}/{1} 个必留项</translation>
    </message>
    <message>
        <source>on 1 session</source>
        <translation>基于 1 个会话</translation>
    </message>
    <message>
        <source>on {0} sessions</source>
        <translation>基于 {0} 个会话</translation>
    </message>
    <message>
        <source>1 setting changed</source>
        <translation>改动 1 项设置</translation>
    </message>
    <message>
        <source>{0} settings changed</source>
        <translation>改动 {0} 项设置</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>另有 {0} 个</translation>
    </message>
    <message>
        <source>Steps by which the profile came about</source>
        <translation>配置形成的各步</translation>
    </message>
    <message>
        <source>What the step changed</source>
        <translation>这一步改动的设置</translation>
    </message>
    <message>
        <source>Sessions that the step looked at</source>
        <translation>这一步所基于的会话</translation>
    </message>
    <message>
        <source>What it changed</source>
        <translation>改动的设置</translation>
    </message>
    <message>
        <source>On which sessions</source>
        <translation>基于的会话</translation>
    </message>
    <message>
        <source>Nothing is recorded of how this profile came about. Saving an edited profile, solving, sweeping and calibrating each add a step: when it was, on which sessions, how many must-keeps survived, and what changed.</source>
        <translation>没有关于此配置如何形成的记录。保存修改过的配置、求解、扫描和校准都会添加一步：何时、基于哪些会话、有多少必留项得以保留、改动了什么。</translation>
    </message>
    <message>
        <source>It changed no setting.</source>
        <translation>没有改动设置。</translation>
    </message>
    <message>
        <source>It looked at no session.</source>
        <translation>没有基于任何会话。</translation>
    </message>
</context>
<context>
    <name>ProfilePair</name>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>对调</translation>
    </message>
    <message>
        <source>Swap the two profiles</source>
        <translation>对调两个配置</translation>
    </message>
</context>
<context>
    <name>ProfilesButton</name>
    <message>
        <source>Profiles ({0})</source>
        <translation>配置（{0}）</translation>
    </message>
</context>
<context>
    <name>Protection</name>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>A journal of unsaved edits could not be read; it is kept as {0}.</source>
        <extracomment>Opens a session file under a profile (a built-in name, a path or nothing) at a request or the last one.</extracomment>
        <translation>一份未保存修改的日志无法读取；已保留为 {0}。</translation>
    </message>
    <message>
        <source>Open a session first: the profile is put back on it.</source>
        <translation>请先打开会话：配置将恢复到它上面。</translation>
    </message>
    <message>
        <source>edits of before</source>
        <translation>先前的修改</translation>
    </message>
    <message>
        <source>restored the edits of {0}</source>
        <translation>已恢复对 {0} 的修改</translation>
    </message>
    <message>
        <source>Edits cannot be protected against a crash: {0}. Save often.</source>
        <translation>无法防止修改因崩溃丢失：{0}。请经常保存。</translation>
    </message>
    <message>
        <source>Unsaved edits of {0} under {1} from {2}</source>
        <translation>{0}（配置 {1}）有 {2} 的未保存修改</translation>
    </message>
    <message>
        <source>{0}: {1} and {2} more.</source>
        <translation>{0}：{1}，另有 {2} 项。</translation>
    </message>
    <message>
        <source>{0}: {1}.</source>
        <translation>{0}：{1}。</translation>
    </message>
    <message>
        <source>marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>{0} is not there any more.</source>
        <translation>{0} 已不存在。</translation>
    </message>
    <message>
        <source>{0} has changed since.</source>
        <translation>{0} 此后已有改动。</translation>
    </message>
    <message>
        <source>{0} has changed since; undo gives what it holds now.</source>
        <translation>{0} 此后已有改动；撤销可得到它现在的内容。</translation>
    </message>
    <message>
        <source>{0} is open in another ctxlab window (since {1}): whoever saves last wins.</source>
        <translation>{0} 已在另一个 ctxlab 窗口中打开（自 {1} 起）：以最后保存者为准。</translation>
    </message>
    <message>
        <source>{0} and {1} are open in another ctxlab window (since {2}): whoever saves last wins.</source>
        <translation>{0} 和 {1} 已在另一个 ctxlab 窗口中打开（自 {2} 起）：以最后保存者为准。</translation>
    </message>
    <message>
        <source>{0} and {1} more are open in another ctxlab window (since {2}): whoever saves last wins.</source>
        <translation>{0} 等另外 {1} 个文件已在另一个 ctxlab 窗口中打开（自 {2} 起）：以最后保存者为准。</translation>
    </message>
    <message>
        <source>restored edits</source>
        <translation>恢复的修改</translation>
    </message>
    <message>
        <source>reload {0}</source>
        <translation>重新载入 {0}</translation>
    </message>
    <message>
        <source>reload the marks</source>
        <translation>重新载入标记</translation>
    </message>
</context>
<context>
    <name>RawDelegate</name>
    <message>
        <source>… {0} more characters: Enter shows them</source>
        <extracomment>Room for line numbers, and where the JSON begins.</extracomment>
        <translation>… 还有 {0} 个字符：按 Enter 显示</translation>
    </message>
</context>
<context>
    <name>RawRowsModel</name>
    <message>
        <source>line {0}: {1}</source>
        <extracomment>Lines of so many sections are kept. So many further pieces of a long line are shown each time that more is asked for. From here on characters take two columns.</extracomment>
        <translation>第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>{0} more characters</source>
        <translation>还有 {0} 个字符</translation>
    </message>
</context>
<context>
    <name>RemedyList</name>
    <message>
        <source>What would keep it</source>
        <extracomment>Remedies shown at most: they come best first.</extracomment>
        <translation>怎样能留住它</translation>
    </message>
    <message>
        <source>no single change keeps it</source>
        <translation>没有单项修改能留住它</translation>
    </message>
    <message>
        <source>looking for what would keep it…</source>
        <translation>正在寻找留住它的办法…</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Apply: {0}</source>
        <translation>应用：{0}</translation>
    </message>
</context>
<context>
    <name>ReportDesk</name>
    <message>
        <source>HTML page (*.html)</source>
        <extracomment>How names of reports end; of others the form that was chosen counts.</extracomment>
        <translation>HTML 网页 (*.html)</translation>
    </message>
    <message>
        <source>Markdown text (*.md)</source>
        <translation>Markdown 文本 (*.md)</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report</source>
        <extracomment>How long it is said that something was copied (ms). Places of one secret that are listed at most.</extracomment>
        <translation>报告</translation>
    </message>
    <message>
        <source>The first must-keep that is not kept</source>
        <translation>第一个未保留的必留项</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>“{0}”</translation>
    </message>
    <message>
        <source>request {0} of {1}</source>
        <translation>请求 {0} / {1}</translation>
    </message>
    <message>
        <source>side chain {0}</source>
        <translation>支链 {0}</translation>
    </message>
    <message>
        <source>turn {0}</source>
        <translation>第 {0} 轮</translation>
    </message>
    <message>
        <source>under {0}</source>
        <translation>配置 {0}</translation>
    </message>
    <message>
        <source>There is no report.</source>
        <translation>没有报告。</translation>
    </message>
    <message>
        <source>Choose a line to see this.</source>
        <translation>选择一行即可查看。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Edited since: this report is of the state before.</source>
        <translation>之后有编辑：此报告反映的是编辑前的状态。</translation>
    </message>
    <message>
        <source>Build it anew</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>HTML page</source>
        <translation>HTML 网页</translation>
    </message>
    <message>
        <source>Markdown text</source>
        <translation>Markdown 文本</translation>
    </message>
    <message>
        <source>Nothing was found that looks like a secret.</source>
        <translation>没有找到疑似机密的内容。</translation>
    </message>
    <message>
        <source>Where it stands in the report</source>
        <translation>在报告中的位置</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>What will be replaced</source>
        <translation>将被替换的内容</translation>
    </message>
    <message>
        <source>Where it stands</source>
        <translation>所在位置</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>the words of the page, as Markdown</source>
        <translation>网页中的文字，以 Markdown 显示</translation>
    </message>
    <message>
        <source>as Markdown, as it will be written</source>
        <translation>以 Markdown 显示，与写出的内容一致</translation>
    </message>
    <message>
        <source>The report is being built: requests are judged, and what would keep it is tried.</source>
        <translation>正在生成报告：逐次判断请求，并试出能留住它的改动。</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>a pattern is wrong</source>
        <translation>有一个模式有误</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>nothing is replaced</source>
        <translation>没有内容被替换</translation>
    </message>
    <message>
        <source>{0} of {1} will be replaced, in 1 place</source>
        <translation>{1} 项中有 {0} 项将被替换，共 1 处</translation>
    </message>
    <message>
        <source>{0} of {1} will be replaced, in {2} places</source>
        <translation>{1} 项中有 {0} 项将被替换，共 {2} 处</translation>
    </message>
    <message>
        <source>Copy Markdown</source>
        <translation>复制 Markdown</translation>
    </message>
</context>
<context>
    <name>ReportPreview</name>
    <message>
        <source>Preview of the report</source>
        <extracomment>Places marked at most; more would slow down scrolling and say nothing more.</extracomment>
        <translation>报告预览</translation>
    </message>
</context>
<context>
    <name>RequestBar</name>
    <message>
        <source>a must-keep is missing</source>
        <translation>缺少必留项</translation>
    </message>
    <message>
        <source>Chain of requests</source>
        <translation>请求链</translation>
    </message>
    <message>
        <source>Branch of the conversation</source>
        <translation>对话的分支</translation>
    </message>
    <message>
        <source>conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>branch {0} · from request {1}</source>
        <translation>分支 {0} · 自请求 {1} 起</translation>
    </message>
    <message>
        <source>request {0} of {1}</source>
        <translation>请求 {0} / {1}</translation>
    </message>
    <message>
        <source>turn {0} of {1}</source>
        <translation>轮次 {0} / {1}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>no request</source>
        <translation>没有请求</translation>
    </message>
</context>
<context>
    <name>RequestBars</name>
    <message>
        <source>request {0}, turn {1}</source>
        <translation>第 {0} 次请求，第 {1} 轮</translation>
    </message>
    <message>
        <source>{0}, {1} tokens of candidates</source>
        <translation>{0}，候选共 {1} 个 token</translation>
    </message>
    <message>
        <source>{0}, a must-keep is missing</source>
        <translation>{0}，缺少必留项</translation>
    </message>
</context>
<context>
    <name>RowsButton</name>
    <message>
        <source>Rows ({0})</source>
        <translation>行（{0}）</translation>
    </message>
</context>
<context>
    <name>RulesDesk</name>
    <message>
        <source>Enter a pattern, a role or a tool.</source>
        <extracomment>Matching items that are listed; more are counted.</extracomment>
        <translation>请输入模式、角色或工具。</translation>
    </message>
    <message>
        <source>The pattern takes too long; it would stop at one of these items.</source>
        <translation>模式耗时过长，会在其中某个条目处停止。</translation>
    </message>
    <message>
        <source>1 item of the session matches</source>
        <translation>会话中有 1 个条目符合</translation>
    </message>
    <message>
        <source>{0} items of the session match</source>
        <translation>会话中有 {0} 个条目符合</translation>
    </message>
    <message>
        <source>source rule: {0}</source>
        <translation>来源规则：{0}</translation>
    </message>
    <message>
        <source>no source rule: {0}</source>
        <translation>移除来源规则：{0}</translation>
    </message>
    <message>
        <source>add the common source rules</source>
        <translation>添加常用来源规则</translation>
    </message>
</context>
<context>
    <name>RulesDialog</name>
    <message>
        <source>Source rules</source>
        <extracomment>Matching items are looked for once nothing was typed for so long (ms). The number of a rule that the profile does not have yet.</extracomment>
        <translation>来源规则</translation>
    </message>
    <message>
        <source>Source rules of the profile</source>
        <translation>配置的来源规则</translation>
    </message>
    <message>
        <source>This profile has none: items have the sources of the log.</source>
        <translation>此配置没有规则：条目采用日志中的来源。</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>any text</source>
        <translation>任意文本</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>any, or none</source>
        <translation>任意或无</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>Becomes</source>
        <translation>归入</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Items that the rule is for</source>
        <translation>规则适用的条目</translation>
    </message>
    <message>
        <source>Add the common rules</source>
        <translation>添加常用规则</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Rules of the profile; the last that fits decides</source>
        <translation>配置的规则；以最后一条符合的为准</translation>
    </message>
    <message>
        <source>A rule is for whole items: what the user typed in the same message as a block goes with it.</source>
        <translation>规则作用于整个条目：与块同处一条消息的用户内容会一并归入。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>RunKeeper</name>
    <message>
        <source>Builds are not recorded: {0}</source>
        <extracomment>A run is recorded when no other came for so long (ms): not each step of a drag.</extracomment>
        <translation>未能记录构建：{0}</translation>
    </message>
</context>
<context>
    <name>RunsPage</name>
    <message>
        <source>About many builds</source>
        <translation>关于多次构建</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>监控</translation>
    </message>
</context>
<context>
    <name>ScaleBar</name>
    <message>
        <source>{0}: {1} tokens</source>
        <translation>{0}：{1} 个 token</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
</context>
<context>
    <name>SecretRowsModel</name>
    <message>
        <source>Kind</source>
        <extracomment>Code points of a secret that are shown. Credentials shorter than this are hidden whole, of longer ones some signs are shown at each end. So many dots stand at most for what is hidden.</extracomment>
        <translation>类型</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>处数</translation>
    </message>
    <message>
        <source>In its place</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>stays: a must-keep says it</source>
        <translation>保留：必留项中有它</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>{0}, though a must-keep says it</source>
        <translation>{0}，尽管必留项中有它</translation>
    </message>
    <message>
        <source>{0} {1}: {2}</source>
        <translation>{0} {1}：{2}</translation>
    </message>
    <message>
        <source>replaced by {0}</source>
        <translation>替换为 {0}</translation>
    </message>
</context>
<context>
    <name>SecretTable</name>
    <message>
        <source>What will be replaced</source>
        <translation>将被替换的内容</translation>
    </message>
</context>
<context>
    <name>Sending</name>
    <message>
        <source>{0} calls</source>
        <translation>{0} 次调用</translation>
    </message>
    <message>
        <source>cost unknown: no prices are set</source>
        <translation>费用未知：未设置价格</translation>
    </message>
    <message>
        <source>≈ {0} {1}</source>
        <translation>≈ {0} {1}</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 次调用</translation>
    </message>
    <message>
        <source>≈ {0} tokens there</source>
        <translation>发送 ≈ {0} tokens</translation>
    </message>
    <message>
        <source>about {0} back</source>
        <translation>返回约 {0}</translation>
    </message>
</context>
<context>
    <name>SensitivityView</name>
    <message>
        <source>What the cap of a row decides</source>
        <translation>一行的上限决定什么</translation>
    </message>
    <message>
        <source>Row whose cap is looked at</source>
        <translation>查看哪一行的上限</translation>
    </message>
    <message>
        <source>Caps at which a must-keep enters</source>
        <translation>必留项进入时的上限</translation>
    </message>
    <message>
        <source>choose a row</source>
        <translation>请选择一行</translation>
    </message>
    <message>
        <source>Caps that matter</source>
        <translation>关键上限</translation>
    </message>
    <message>
        <source>no cap changes a must-keep</source>
        <translation>没有上限能改变必留项</translation>
    </message>
    <message>
        <source>{0} items</source>
        <translation>{0} 条</translation>
    </message>
    <message>
        <source>{0} item</source>
        <translation>{0} 条</translation>
    </message>
    <message>
        <source>must-keeps {0}</source>
        <translation>必留项 {0}</translation>
    </message>
    <message>
        <source>all items</source>
        <translation>全部条目</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Set cap {0}</source>
        <translation>设上限为 {0}</translation>
    </message>
    <message>
        <source>Set cap</source>
        <translation>设为上限</translation>
    </message>
    <message>
        <source>cap {0}</source>
        <translation>上限 {0}</translation>
    </message>
    <message>
        <source>{0} of {1} items</source>
        <translation>{0} / {1} 条</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} of {1} must-keeps</source>
        <translation>{0} / {1} 个必留项</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Cap of {0}</source>
        <translation>“{0}”的上限</translation>
    </message>
    <message>
        <source>working it out…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>sampled: true at the marked caps</source>
        <translation>抽样：仅在标出的上限处准确</translation>
    </message>
    <message>
        <source>choose a row with a cap above: its curve shows what every cap would keep</source>
        <translation>请在上方选择有上限的行：曲线显示每个上限能保留什么</translation>
    </message>
    <message>
        <source>no row yet: open a session, then choose a row to see what every cap would keep</source>
        <translation>还没有行：请打开会话并选择一行，查看每个上限能保留什么</translation>
    </message>
</context>
<context>
    <name>SessionDelegate</name>
    <message>
        <source>{0} losing</source>
        <extracomment>The least room for a name (pixels), below which what follows it is left out.</extracomment>
        <translation>{0} 个有丢失</translation>
    </message>
    <message>
        <source>fails</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>{0} lost</source>
        <translation>丢失 {0}</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>no must-keep</source>
        <translation>无必留项</translation>
    </message>
</context>
<context>
    <name>SessionList</name>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>显示(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Close &amp;others</source>
        <translation>关闭其他(&amp;O)</translation>
    </message>
    <message>
        <source>Copy &amp;path</source>
        <translation>复制路径(&amp;P)</translation>
    </message>
    <message>
        <source>Copy &amp;name</source>
        <translation>复制名称(&amp;N)</translation>
    </message>
</context>
<context>
    <name>SessionRowsModel</name>
    <message>
        <source>being judged</source>
        <extracomment>The verdict on a session of which nothing is asked.</extracomment>
        <translation>正在判定</translation>
    </message>
    <message>
        <source>cannot be run: {0}</source>
        <translation>无法运行：{0}</translation>
    </message>
    <message>
        <source>{0} of {1} must-keeps lost</source>
        <translation>{1} 个必留项中丢失 {0} 个</translation>
    </message>
    <message>
        <source>all {0} must-keeps kept</source>
        <translation>{0} 个必留项全部保留</translation>
    </message>
    <message>
        <source>no must-keep to judge by</source>
        <translation>没有可判定的必留项</translation>
    </message>
    <message>
        <source>open</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>{0}, {1} sessions, {2}</source>
        <translation>{0}，{1} 个会话，{2}</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>已修改</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>当前显示</translation>
    </message>
    <message>
        <source>edited, not saved</source>
        <translation>已修改，未保存</translation>
    </message>
</context>
<context>
    <name>Sessions</name>
    <message>
        <source>chat completions</source>
        <translation>chat completions</translation>
    </message>
    <message>
        <source>Claude Code</source>
        <translation>Claude Code</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>SessionsDock</name>
    <message>
        <source>Open sessions</source>
        <translation>打开的会话</translation>
    </message>
    <message>
        <source>Filter sessions</source>
        <translation>筛选会话</translation>
    </message>
    <message>
        <source>filter sessions</source>
        <translation>筛选会话</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open session files or a folder (Ctrl+O)</source>
        <translation>打开会话文件或文件夹 (Ctrl+O)</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Open a request from the clipboard (Ctrl+Shift+V)</source>
        <translation>打开剪贴板中的请求 (Ctrl+Shift+V)</translation>
    </message>
    <message>
        <source>No session matches. Esc in the search shows all again.</source>
        <translation>没有匹配的会话。在搜索框中按 Esc 显示全部。</translation>
    </message>
    <message>
        <source>No session open.</source>
        <translation>没有打开的会话。</translation>
    </message>
</context>
<context>
    <name>SessionsTable</name>
    <message>
        <source>Sessions of the sweep</source>
        <translation>扫描的会话</translation>
    </message>
</context>
<context>
    <name>SettingField</name>
    <message>
        <source>differs from the saved profile</source>
        <extracomment>The list of rules that has a dialog of its own.</extracomment>
        <translation>与已保存的配置不同</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset {0} to the saved profile</source>
        <translation>将 {0} 恢复为已保存的值</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>default {0}</source>
        <translation>默认 {0}</translation>
    </message>
    <message>
        <source>{0} stated, in the profile&apos;s file</source>
        <translation>写明 {0} 项，在配置文件中</translation>
    </message>
    <message>
        <source>none stated</source>
        <translation>未写明</translation>
    </message>
    <message>
        <source>Lists are written in the profile&apos;s file.</source>
        <translation>列表写在配置文件中。</translation>
    </message>
    <message>
        <source>Profile &gt; Source rules… edits this list.</source>
        <translation>用“配置 &gt; 来源规则…”编辑此列表。</translation>
    </message>
</context>
<context>
    <name>SettingSweep</name>
    <message>
        <source>Setting {0} to vary</source>
        <translation>要变化的设置 {0}</translation>
    </message>
    <message>
        <source>Setting {0}: first value</source>
        <translation>设置 {0}：起始值</translation>
    </message>
    <message>
        <source>Setting {0}: last value</source>
        <translation>设置 {0}：终止值</translation>
    </message>
    <message>
        <source>Setting {0}: step</source>
        <translation>设置 {0}：步长</translation>
    </message>
    <message>
        <source>Setting {0}: values</source>
        <translation>设置 {0}：各值</translation>
    </message>
    <message>
        <source>such as 2000, 4000, 8000</source>
        <translation>例如 2000, 4000, 8000</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Try single values instead of a range</source>
        <translation>尝试单个值而非范围</translation>
    </message>
    <message>
        <source>Setting {0}: single values</source>
        <translation>设置 {0}：单个值</translation>
    </message>
    <message>
        <source>Do not vary this setting</source>
        <translation>不再变化此设置</translation>
    </message>
    <message>
        <source>Setting {0}: do not vary it</source>
        <translation>设置 {0}：不再变化</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步长</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>cap</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>超限时</translation>
    </message>
    <message>
        <source>order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>tier</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>max items</source>
        <translation>最多条数</translation>
    </message>
    <message>
        <source>per item</source>
        <translation>单条上限</translation>
    </message>
    <message>
        <source>per item action</source>
        <translation>单条超限时</translation>
    </message>
    <message>
        <source>rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>elastic</source>
        <translation>弹性</translation>
    </message>
    <message>
        <source>heads of docs</source>
        <translation>文档标题</translation>
    </message>
    <message>
        <source>language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>排布</translation>
    </message>
    <message>
        <source>wire format</source>
        <translation>接口格式</translation>
    </message>
    <message>
        <source>docs left</source>
        <translation>保留的文档数</translation>
    </message>
    <message>
        <source>steps down</source>
        <translation>降级级数</translation>
    </message>
    <message>
        <source>rounds left</source>
        <translation>保留的轮数</translation>
    </message>
    <message>
        <source>clean docs</source>
        <translation>清理文档</translation>
    </message>
    <message>
        <source>log&apos;s compaction</source>
        <translation>日志的压缩</translation>
    </message>
    <message>
        <source>fields</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>key facts</source>
        <translation>关键事实</translation>
    </message>
    <message>
        <source>source rules</source>
        <translation>来源规则</translation>
    </message>
    <message>
        <source>stated facts</source>
        <translation>陈述的事实</translation>
    </message>
    <message>
        <source>mode&apos;s rule</source>
        <translation>模式规则</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>most messages</source>
        <translation>最多消息数</translation>
    </message>
    <message>
        <source>least relevance</source>
        <translation>最低相关度</translation>
    </message>
    <message>
        <source>calls and results</source>
        <translation>调用与结果</translation>
    </message>
    <message>
        <source>relevance by</source>
        <translation>相关度依据</translation>
    </message>
    <message>
        <source>instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>levels</source>
        <translation>级数</translation>
    </message>
    <message>
        <source>cap on an item</source>
        <translation>单条上限</translation>
    </message>
    <message>
        <source>cap on it all</source>
        <translation>总上限</translation>
    </message>
    <message>
        <source>where one is missing</source>
        <translation>缺摘要时</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>share</source>
        <translation>份额</translation>
    </message>
</context>
<context>
    <name>Sharing</name>
    <message>
        <source>profile as edited elsewhere</source>
        <translation>在别处修改的配置</translation>
    </message>
</context>
<context>
    <name>Solve</name>
    <message>
        <source>reading what enters at which cap</source>
        <translation>读取各上限下进入的内容</translation>
    </message>
    <message>
        <source>looking for caps</source>
        <translation>寻找上限</translation>
    </message>
    <message>
        <source>building under the caps found</source>
        <translation>在找到的上限下构建</translation>
    </message>
    <message>
        <source>trying smaller caps</source>
        <translation>尝试更小的上限</translation>
    </message>
    <message>
        <source>looking for what stands against each other</source>
        <translation>查找互相冲突的要求</translation>
    </message>
    <message>
        <source>building the sessions that were held out</source>
        <translation>构建留出的会话</translation>
    </message>
    <message>
        <source>{0}: {1} of {2}</source>
        <translation>{0}：{1} / {2}</translation>
    </message>
    <message>
        <source>no cap → {0}</source>
        <translation>无上限 → {0}</translation>
    </message>
    <message>
        <source>No must-keep was judged: there is nothing that a cap would have to keep.</source>
        <translation>没有判定任何必留项：没有上限需要保住的内容。</translation>
    </message>
    <message>
        <source>No caps keep all of them. Below is a smallest set that cannot be met.</source>
        <translation>没有能全部保住的上限。下面是无法同时满足的最小集合。</translation>
    </message>
    <message>
        <source>No caps of these rows keep what is listed below.</source>
        <translation>这些行的上限都保不住下列内容。</translation>
    </message>
    <message>
        <source>The best caps found still lose must-keeps in {0} of {1}.</source>
        <translation>找到的最好上限在 {1}中的 {0} 个里仍丢失必留项。</translation>
    </message>
    <message>
        <source>{0} of {1} survive in {2}; {3} may lose, as allowed.</source>
        <translation>{2}中共 {1}，保住 {0} 个；按允许有 {3} 个会话丢失。</translation>
    </message>
    <message>
        <source>All {0} in {1} survive.</source>
        <translation>{1}中的 {0}全部保住。</translation>
    </message>
    <message>
        <source>No must-keep speaks for {0}: what the agent reads there may still be needed.</source>
        <translation>没有必留项涉及{0}：智能体在那里读到的内容可能仍有用。</translation>
    </message>
    <message>
        <source>A line opens its session, where a must-keep can be dropped.</source>
        <translation>点击一行可打开其会话，在那里可去掉必留项。</translation>
    </message>
    <message>
        <source>No smaller caps do; shown by real runs.</source>
        <translation>没有更小的上限可行；已由实际运行证实。</translation>
    </message>
    <message>
        <source>No single cap can be smaller; shown by real runs.</source>
        <translation>任何一个上限都不能再小；已由实际运行证实。</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>out of reach</source>
        <translation>无法保住</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>lost, held out</source>
        <translation>留出中丢失</translation>
    </message>
    <message>
        <source>not built</source>
        <translation>未构建</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>未判定</translation>
    </message>
    <message>
        <source>the whole context is over its limit</source>
        <translation>整个上下文超出限额</translation>
    </message>
    <message>
        <source>Sum of caps</source>
        <translation>上限之和</translation>
    </message>
    <message>
        <source>The caps of the rows that were solved.</source>
        <translation>参与求解的各行的上限。</translation>
    </message>
    <message>
        <source>{0} of {1} rows changed</source>
        <translation>{1} 行中改变 {0} 行</translation>
    </message>
    <message>
        <source>Must-keeps kept</source>
        <translation>保住的必留项</translation>
    </message>
    <message>
        <source>Must-keeps that survive in the sessions that were solved on, before and after.</source>
        <translation>在参与求解的会话中保住的必留项，求解前后。</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>现状</translation>
    </message>
    <message>
        <source>before {0}</source>
        <translation>此前 {0}</translation>
    </message>
    <message>
        <source>losing {0} → {1}</source>
        <translation>丢失的会话 {0} → {1}</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token 数</translation>
    </message>
    <message>
        <source>Tokens of all contexts together.</source>
        <translation>所有上下文的 token 合计。</translation>
    </message>
    <message>
        <source>peak {0}</source>
        <translation>峰值 {0}</translation>
    </message>
    <message>
        <source>Held out</source>
        <translation>留出验证</translation>
    </message>
    <message>
        <source>Must-keeps that survive in sessions that were not looked at to find the caps.</source>
        <translation>在求解时未查看的会话中保住的必留项。</translation>
    </message>
    <message>
        <source>Copies of one session are on the same side: {0}.</source>
        <translation>同一会话的副本归入同一侧：{0}。</translation>
    </message>
    <message>
        <source>no session held out</source>
        <translation>未留出会话</translation>
    </message>
    <message>
        <source>losing {0}</source>
        <translation>丢失 {0}</translation>
    </message>
    <message>
        <source>nothing asks for it: 0 empties the row</source>
        <translation>没有内容需要它：0 会清空这一行</translation>
    </message>
    <message>
        <source>nothing asks for it</source>
        <translation>没有内容需要它</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>before</source>
        <translation>此前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>此后</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>decided by</source>
        <translation>由何决定</translation>
    </message>
    <message>
        <source>Let {0} lose</source>
        <translation>允许{0}丢失</translation>
    </message>
    <message>
        <source>Solve again, and let {0} lose must-keeps</source>
        <translation>重新求解，并允许{0}丢失必留项</translation>
    </message>
    <message>
        <source>Solve all rows</source>
        <translation>求解所有行</translation>
    </message>
    <message>
        <source>Solve again, and change the caps of all rows</source>
        <translation>重新求解，并可改变所有行的上限</translation>
    </message>
    <message>
        <source>Raise the limit…</source>
        <translation>提高限额…</translation>
    </message>
    <message>
        <source>Go to the window in the budget: with a larger one there is more room</source>
        <translation>转到预算中的窗口大小：窗口更大，可容纳的内容更多</translation>
    </message>
    <message>
        <source>Leave those rows as they are</source>
        <translation>这些行保持不变</translation>
    </message>
    <message>
        <source>Solve again without the rows for which no must-keep speaks; their caps stay</source>
        <translation>重新求解，不包括没有必留项涉及的行；它们的上限不变</translation>
    </message>
    <message>
        <source>Take stated constraints</source>
        <translation>采用所述约束</translation>
    </message>
    <message>
        <source>Solve again for what users demanded, which is found by rules</source>
        <translation>重新求解，以规则找出的用户要求为准</translation>
    </message>
</context>
<context>
    <name>SolveDesk</name>
    <message>
        <source>starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>{0} has no cap to solve. Choose another profile above, such as gssc.</source>
        <translation>{0} 没有可求解的上限。请在上方选择另一个配置，例如 gssc。</translation>
    </message>
    <message>
        <source>No row is chosen: rows with a cap that may leave something out can be solved.</source>
        <translation>未选择行：有上限且会舍弃内容的行才能求解。</translation>
    </message>
    <message>
        <source>caps of {0}</source>
        <translation>{0} 的上限</translation>
    </message>
    <message>
        <source>{0} of them held out</source>
        <translation>其中留出 {0} 个</translation>
    </message>
    <message>
        <source>No session is chosen.

Open sessions with Ctrl+O, or add a folder under “Sessions”. “Solve” then finds the smallest caps under which every must-keep of every session survives.</source>
        <translation>未选择会话。

按 Ctrl+O 打开会话，或在“会话”中添加文件夹。“求解”会找出能保住每个会话每个必留项的最小上限。</translation>
    </message>
    <message>
        <source>No must-keep is stated in these sessions, so there is nothing that caps would have to keep.

Select words of an item and press Ctrl+M, then save. Or tick “take stated constraints for must-keeps”: what users demanded is then found by rules and asked for.</source>
        <translation>这些会话没有列出必留项，因此没有上限需要保住的内容。

选择条目中的文字并按 Ctrl+M，然后保存。或勾选“把所述约束当作必留项”：用户的要求会由规则找出并纳入求解。</translation>
    </message>
    <message>
        <source>“Solve” finds the smallest caps under which every must-keep of every chosen session survives, and shows by real runs that they do.

Sessions that are held out are not looked at to find the caps: what survives in them tells how well the caps will do on others.</source>
        <translation>“求解”找出能保住所选会话全部必留项的最小上限，并以实际运行证实。

留出的会话不参与求解：它们保住了什么，说明这些上限在其他会话上的效果。</translation>
    </message>
    <message>
        <source>Open a session first: its profile is what is edited.</source>
        <translation>请先打开会话：修改的是它的配置。</translation>
    </message>
    <message>
        <source>The profile has these caps already.</source>
        <translation>配置已经是这些上限。</translation>
    </message>
    <message>
        <source>profile that was solved</source>
        <translation>求解所用的配置</translation>
    </message>
    <message>
        <source>solved caps</source>
        <translation>求解的上限</translation>
    </message>
</context>
<context>
    <name>SolvePanel</name>
    <message>
        <source>What is looked for</source>
        <translation>寻找什么</translation>
    </message>
    <message>
        <source>Smallest caps</source>
        <translation>最小上限</translation>
    </message>
    <message>
        <source>Nearest caps</source>
        <translation>最近上限</translation>
    </message>
    <message>
        <source>Sessions that may lose</source>
        <translation>允许丢失的会话数</translation>
    </message>
    <message>
        <source>Sessions held out, in percent</source>
        <translation>留出会话的百分比</translation>
    </message>
    <message>
        <source>So many sessions are not looked at to find the caps; they show how well the caps do</source>
        <translation>求上限时不看这一比例的会话；它们用来检验上限的效果</translation>
    </message>
    <message>
        <source>So many sessions may lose a must-keep under the caps</source>
        <translation>在这些上限下允许这么多会话丢失必留项</translation>
    </message>
    <message>
        <source>take stated constraints for must-keeps</source>
        <translation>把所述约束当作必留项</translation>
    </message>
    <message>
        <source>Ask for the constraints that are found in what users said, in place of must-keeps</source>
        <translation>除必留项外，也要求保住从用户话语中找到的约束</translation>
    </message>
    <message>
        <source>Solve</source>
        <translation>求解</translation>
    </message>
    <message>
        <source>How far the search is</source>
        <translation>求解进度</translation>
    </message>
    <message>
        <source>Figures of the solution</source>
        <translation>求解结果的数字</translation>
    </message>
    <message>
        <source>What cannot be kept</source>
        <translation>无法保住的内容</translation>
    </message>
    <message>
        <source>What can be done:</source>
        <translation>可以做的：</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Save as profile…</source>
        <translation>存为配置…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Caps before and after</source>
        <translation>求解前后的上限</translation>
    </message>
    <message>
        <source>may lose</source>
        <translation>允许丢失</translation>
    </message>
    <message>
        <source>hold out for a test</source>
        <translation>留出检验</translation>
    </message>
</context>
<context>
    <name>SourceLegend</name>
    <message>
        <source>limit</source>
        <translation>限额</translation>
    </message>
    <message>
        <source>must-keep lost</source>
        <translation>必留项丢失</translation>
    </message>
    <message>
        <source>framing</source>
        <translation>消息框架</translation>
    </message>
</context>
<context>
    <name>StageCard</name>
    <message>
        <source>Of the must-keep: {0}</source>
        <extracomment>Characters of a sentence that a card shows; the inspector has it whole.</extracomment>
        <translation>必留项：{0}</translation>
    </message>
</context>
<context>
    <name>StageCards</name>
    <message>
        <source>What became of it, stage by stage</source>
        <translation>它在各阶段的去向</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>StageCells</name>
    <message>
        <source>system</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>task state</source>
        <translation>任务状态</translation>
    </message>
    <message>
        <source>note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>key fact</source>
        <translation>关键事实</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>doc · {0}</source>
        <translation>文档 · {0}</translation>
    </message>
    <message>
        <source>tool schema</source>
        <translation>工具定义</translation>
    </message>
    <message>
        <source>tool result</source>
        <translation>工具结果</translation>
    </message>
    <message>
        <source>message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>in {0}</source>
        <extracomment>Sources of which there may be many items, all under one label.</extracomment>
        <translation>在 {0} 中</translation>
    </message>
    <message>
        <source>#{0} at {1}%</source>
        <translation>#{0} 位于 {1}%</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{1} {0} 条</translation>
    </message>
    <message>
        <source>{0} kept · {1}</source>
        <translation>保留 {0} · {1}</translation>
    </message>
    <message>
        <source>never reached {0}</source>
        <translation>未到达{0}</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>must keep</source>
        <translation>必留项</translation>
    </message>
</context>
<context>
    <name>StagePanes</name>
    <message>
        <source>{0}: items and what became of them</source>
        <extracomment>How the panes share the width at first: Gather shows words, and each head has room for its strategy. The same where it is little: what was dropped is read in the first two, and runs on through the others. Pixels below which that is so, the heads have two lines and the links between panes take less room.</extracomment>
        <translation>{0}：条目及其去向</translation>
    </message>
    <message>
        <source>{0}: items in the stage&apos;s own order</source>
        <translation>{0}：按该阶段自己的顺序</translation>
    </message>
    <message>
        <source>no item passes the filter</source>
        <translation>没有条目符合筛选</translation>
    </message>
    <message>
        <source>nothing said so far</source>
        <translation>到此还没有内容</translation>
    </message>
</context>
<context>
    <name>StartCard</name>
    <message>
        <source>Open the log of an agent, and see for each request what reached the model, what was lost on the way, and why. Files can be dropped here, too.</source>
        <extracomment>How wide the card is (pixels).</extracomment>
        <translation>打开智能体的日志，即可看到每次请求中什么到达了模型、什么在途中丢失以及原因。也可以把文件拖到这里。</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Paste a request</source>
        <translation>粘贴请求</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>No session is open</source>
        <translation>没有打开的会话</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>{0} item</source>
        <extracomment>How long the last act is named (ms). The strategy that makes no summaries.</extracomment>
        <translation>{0} 条</translation>
    </message>
    <message>
        <source>{0} items</source>
        <translation>{0} 条</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0}, {1} gathered</source>
        <translation>收集了 {0}，{1}</translation>
    </message>
    <message>
        <source>framing {0}</source>
        <translation>消息开销 {0}</translation>
    </message>
    <message>
        <source>counts exact</source>
        <translation>精确计数</translation>
    </message>
    <message>
        <source>counts ≈ ({0})</source>
        <translation>计数 ≈（{0}）</translation>
    </message>
    <message>
        <source>summaries: {0}, offline</source>
        <translation>摘要：{0}，离线</translation>
    </message>
    <message>
        <source>no summaries</source>
        <translation>无摘要</translation>
    </message>
    <message>
        <source>counting {0} of {1} texts</source>
        <translation>正在计数：{0} / {1} 段文字</translation>
    </message>
</context>
<context>
    <name>StepTable</name>
    <message>
        <source>What became of it</source>
        <translation>它的去向</translation>
    </message>
</context>
<context>
    <name>StrategyPicker</name>
    <message>
        <source>{0}: strategy and settings</source>
        <translation>{0}：策略与设置</translation>
    </message>
    <message>
        <source>{0}: strategy</source>
        <translation>{0}：策略</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>This strategy reads no settings of its stage.</source>
        <translation>此策略不读取本阶段的设置。</translation>
    </message>
    <message>
        <source>{0} · version {1}</source>
        <translation>{0} · 版本 {1}</translation>
    </message>
</context>
<context>
    <name>SummaryDesk</name>
    <message>
        <source>This profile takes no summaries of a model: choose the strategy model of Summarize.</source>
        <extracomment>What a profile chooses so that runs take a model&apos;s summaries.</extracomment>
        <translation>此配置不采用模型的摘要：请把摘要阶段的策略设为 model。</translation>
    </message>
    <message>
        <source>Looking for what is missing…</source>
        <translation>正在查找缺少的摘要…</translation>
    </message>
</context>
<context>
    <name>SummaryDialog</name>
    <message>
        <source>Summarize with a model</source>
        <translation>用模型生成摘要</translation>
    </message>
    <message>
        <source>Summaries that came</source>
        <translation>收到的摘要</translation>
    </message>
    <message>
        <source>For</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>the request shown</source>
        <translation>当前请求</translation>
    </message>
    <message>
        <source>all requests</source>
        <translation>所有请求</translation>
    </message>
    <message>
        <source>The texts to be summarized are sent there once you press Ask. What comes is kept: runs use it and ask nothing.</source>
        <translation>按下“询问”后，要做摘要的文本会发送到该地址。收到的摘要会保存下来：运行时直接采用，不再询问模型。</translation>
    </message>
    <message>
        <source>No summary is missing: there is nothing to send.</source>
        <translation>没有缺少的摘要，无需发送。</translation>
    </message>
    <message>
        <source>No summary came.</source>
        <translation>没有收到摘要。</translation>
    </message>
    <message>
        <source>1 summary kept</source>
        <translation>已保存 1 份摘要</translation>
    </message>
    <message>
        <source>{0} summaries kept</source>
        <translation>已保存 {0} 份摘要</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>另有 {0} 项</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
</context>
<context>
    <name>SurvivalMatrix</name>
    <message>
        <source>Survival matrix</source>
        <extracomment>Widths of a cell (pixels): as wide as there is room for, within these. The room before the rows: a share of the width, within these (pixels). Rows that are in sight: as many at least, where there are, and more than those are scrolled.</extracomment>
        <translation>存续矩阵</translation>
    </message>
    <message>
        <source>Must-keeps by request</source>
        <translation>各次请求中的必留项</translation>
    </message>
    <message>
        <source>Contexts</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Under the profile</source>
        <translation>按配置</translation>
    </message>
    <message>
        <source>As recorded</source>
        <translation>按记录</translation>
    </message>
    <message>
        <source>Really sent</source>
        <translation>实际发送</translation>
    </message>
    <message>
        <source>Must keep</source>
        <translation>必留项</translation>
    </message>
    <message>
        <source>None stated, and no rule finds a constraint. Select words in an item and press Ctrl+M.</source>
        <translation>没有列出必留项，规则也没有找到约束。在条目中选择文字后按 Ctrl+M。</translation>
    </message>
    <message>
        <source>It was not recorded what was really sent.</source>
        <translation>没有记录实际发送的内容。</translation>
    </message>
</context>
<context>
    <name>Survived</name>
    <message>
        <source>verbatim</source>
        <translation>原文保留</translation>
    </message>
    <message>
        <source>reworded</source>
        <translation>换了说法</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>weakened</source>
        <translation>被弱化</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>被改变</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>not judged here</source>
        <translation>此处未判断</translation>
    </message>
    <message>
        <source>{0} at request {1}</source>
        <translation>{0}（自第 {1} 次请求）</translation>
    </message>
    <message>
        <source>{0} became {1}</source>
        <translation>{0} 变成 {1}</translation>
    </message>
    <message>
        <source>its item: {0}</source>
        <translation>所在条目：{0}</translation>
    </message>
    <message>
        <source>lost in {0}</source>
        <translation>丢失于{0}</translation>
    </message>
    <message>
        <source>deep: {0} % of the context follows it</source>
        <translation>埋得深：其后还有 {0} % 的上下文</translation>
    </message>
</context>
<context>
    <name>Sweep</name>
    <message>
        <source>No session is chosen.</source>
        <translation>未选择会话。</translation>
    </message>
    <message>
        <source>No profile is chosen.</source>
        <translation>未选择配置。</translation>
    </message>
    <message>
        <source>{0} variants</source>
        <translation>{0} 个变体</translation>
    </message>
    <message>
        <source>{0} variant</source>
        <translation>{0} 个变体</translation>
    </message>
    <message>
        <source>{0}, {1} requests</source>
        <translation>{0}，{1} 个请求</translation>
    </message>
    <message>
        <source>{0} = {1} builds</source>
        <translation>{0} = {1} 次构建</translation>
    </message>
    <message>
        <source>{0} = {1} build</source>
        <translation>{0} = {1} 次构建</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>{0} known from before</source>
        <translation>其中 {0} 个此前已知</translation>
    </message>
    <message>
        <source>about {0} s left</source>
        <translation>约剩 {0} 秒</translation>
    </message>
    <message>
        <source>about {0} min left</source>
        <translation>约剩 {0} 分钟</translation>
    </message>
    <message>
        <source>about {0} h left</source>
        <translation>约剩 {0} 小时</translation>
    </message>
    <message>
        <source>stopped at {0} of {1}; a new start goes on from there</source>
        <translation>已停在 {0} / {1}；再次开始会接着进行</translation>
    </message>
    <message>
        <source>{0} built, {1} could not be</source>
        <translation>已构建 {0} 个，{1} 个未能构建</translation>
    </message>
    <message>
        <source>not built yet</source>
        <translation>尚未构建</translation>
    </message>
    <message>
        <source>on the front</source>
        <translation>在前沿上</translation>
    </message>
    <message>
        <source>not on the front</source>
        <translation>不在前沿上</translation>
    </message>
    <message>
        <source>on the front: no other variant keeps as much with fewer tokens</source>
        <translation>在前沿上：没有其他变体能以更少的 token 保住同样多</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>must-keeps that survive, of those judged</source>
        <translation>判定的必留项中保住的数目</translation>
    </message>
    <message>
        <source>sessions losing</source>
        <translation>有丢失的会话</translation>
    </message>
    <message>
        <source>sessions that lose a must-keep</source>
        <translation>丢失必留项的会话数</translation>
    </message>
    <message>
        <source>sessions that do not fit the limit</source>
        <translation>放不进限额的会话数</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token 数</translation>
    </message>
    <message>
        <source>tokens of the largest context of each session, in all</source>
        <translation>各会话最大上下文的 token 合计</translation>
    </message>
    <message>
        <source>tokens of the largest context</source>
        <translation>最大上下文的 token</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>deepest level of degradation</source>
        <translation>最深的降级级别</translation>
    </message>
    <message>
        <source>prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>share of a context that stays equal from the request before, on average</source>
        <translation>上下文与前一请求相同部分的平均占比</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>cost of sending each context once, at the price stated</source>
        <translation>按所填价格各发送一次上下文的费用</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>已选</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>未选</translation>
    </message>
    <message>
        <source>cannot be read: {0}</source>
        <translation>无法读取：{0}</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>from</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>must-keeps</source>
        <translation>必留项</translation>
    </message>
    <message>
        <source>note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>{0}: fill in the values to try</source>
        <extracomment>About how many steps a suggested range has.</extracomment>
        <translation>{0}：请填写要尝试的值</translation>
    </message>
    <message>
        <source>{0}: whole numbers only, such as 4000</source>
        <translation>{0}：只能是整数，例如 4000</translation>
    </message>
    <message>
        <source>{0}: the first value has to be the smaller one</source>
        <translation>{0}：起始值须小于终止值</translation>
    </message>
    <message>
        <source>{0}: the step has to be at least 1</source>
        <translation>{0}：步长至少为 1</translation>
    </message>
    <message>
        <source>from {0} to {1}</source>
        <translation>{0} 到 {1}</translation>
    </message>
    <message>
        <source>{0}: only values {1}</source>
        <translation>{0}：只能取 {1} 的值</translation>
    </message>
    <message>
        <source>{0}: it is varied twice; put all its values into one list</source>
        <translation>{0}：重复了；请把所有值放进同一个列表</translation>
    </message>
    <message>
        <source>{0}: too many values; choose a larger step</source>
        <translation>{0}：值太多；请加大步长</translation>
    </message>
    <message>
        <source>more than {0} variants: choose larger steps or fewer settings</source>
        <translation>变体超过 {0} 个：请加大步长或减少设置</translation>
    </message>
    <message>
        <source>{0} session</source>
        <translation>{0} 个会话</translation>
    </message>
    <message>
        <source>{0} sessions</source>
        <translation>{0} 个会话</translation>
    </message>
    <message>
        <source>{0} must-keep</source>
        <translation>{0} 个必留项</translation>
    </message>
    <message>
        <source>{0} must-keeps</source>
        <translation>{0} 个必留项</translation>
    </message>
    <message>
        <source>{0} must-keeps kept ({1})</source>
        <translation>保住必留项 {0}（{1}）</translation>
    </message>
    <message>
        <source>{0} of {1} sessions lose one</source>
        <translation>{1} 个会话中 {0} 个有丢失</translation>
    </message>
    <message>
        <source>{0} do not fit</source>
        <translation>{0} 个放不下</translation>
    </message>
    <message>
        <source>whether {0} fit is not known</source>
        <translation>{0} 个会话是否超限未知</translation>
    </message>
    <message>
        <source>{0} could not be built</source>
        <translation>{0} 个未能构建</translation>
    </message>
    <message>
        <source>{0} tokens in all, {1} at most</source>
        <translation>共 {0} token，最多 {1}</translation>
    </message>
    <message>
        <source>degraded to level {0}</source>
        <translation>降级至 {0} 级</translation>
    </message>
    <message>
        <source>whether it fits is not known: no size of {0}</source>
        <translation>是否超限未知：{0} 的大小未知</translation>
    </message>
    <message>
        <source>could not be built: {0}</source>
        <translation>未能构建：{0}</translation>
    </message>
    <message>
        <source>loses {0} of {1}: {2}</source>
        <translation>{1} 个中丢失 {0} 个：{2}</translation>
    </message>
    <message>
        <source>keeps all {0}</source>
        <translation>{0} 个全部保住</translation>
    </message>
    <message>
        <source>no must-keep judged</source>
        <translation>没有可判断的必留项</translation>
    </message>
    <message>
        <source>{0} tokens over the limit</source>
        <translation>超出限额 {0} 个 token</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Other open sessions</source>
        <translation>其他打开的会话</translation>
    </message>
</context>
<context>
    <name>SweepChart</name>
    <message>
        <source>Must-keeps kept and tokens over the swept values</source>
        <translation>各取值下保住的必留项与 token</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token 数</translation>
    </message>
</context>
<context>
    <name>SweepCorpus</name>
    <message>
        <source>reading {0}…</source>
        <extracomment>So many files that were passed over are named.</extracomment>
        <translation>正在读取 {0}…</translation>
    </message>
    <message>
        <source>no session in {0}</source>
        <translation>{0} 中没有会话</translation>
    </message>
    <message>
        <source>files beyond the bounds of a folder: {0}</source>
        <translation>超出文件夹限制的文件：{0}</translation>
    </message>
    <message>
        <source>files passed over that are no sessions: {0} ({1})</source>
        <translation>略过的非会话文件：{0} 个（{1}）</translation>
    </message>
    <message>
        <source>unsaved must-keeps are left out: save first</source>
        <translation>未保存的必留项不计入：请先保存</translation>
    </message>
    <message>
        <source>open</source>
        <translation>展开</translation>
    </message>
</context>
<context>
    <name>SweepDesk</name>
    <message>
        <source>Open a session first: its profile is what is edited.</source>
        <extracomment>The setting that is varied at first.</extracomment>
        <translation>请先打开会话：修改的是它的配置。</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>The price has to be a number, such as 2.5.</source>
        <translation>价格须为数字，例如 2.5。</translation>
    </message>
    <message>
        <source>now {0}</source>
        <translation>当前 {0}</translation>
    </message>
    <message>
        <source>No session is open.

A sweep builds many sessions under many variants of a profile and shows what each variant keeps and costs. Open sessions with Ctrl+O, or add a folder of them: they are read where they are, and nothing is changed.</source>
        <translation>没有打开的会话。

扫描在一个配置的多个变体下构建多个会话，显示每个变体保住什么、花费多少。按 Ctrl+O 打开会话，或添加文件夹：会话在原处读取，不作任何修改。</translation>
    </message>
    <message>
        <source>No must-keep is stated in these sessions, so a sweep can tell tokens, but not what is lost.

Select words of an item and press Ctrl+M, or take what users demanded from “Found” in the panel “Must keep”; then save. “Solve” can go by the constraints found without that.</source>
        <translation>这些会话没有列出必留项，因此扫描只能给出 token，不能说明丢失了什么。

选择条目中的文字并按 Ctrl+M，或从“必留项”面板的“找到”中采用用户的要求，然后保存。“求解”无需这样也能按找到的约束进行。</translation>
    </message>
    <message>
        <source>“Sweep” builds all chosen sessions under each variant, on all processors. The plots then show what every value keeps and costs, and which variants no other beats.</source>
        <translation>“扫描”用所有处理器在每个变体下构建所选会话。图中会显示每个值保住什么、花费多少，以及哪些变体不被其他变体胜过。</translation>
    </message>
    <message>
        <source>sweep: {0}</source>
        <translation>扫描：{0}</translation>
    </message>
    <message>
        <source>The profile is that of this variant already.</source>
        <translation>配置已经是此变体的配置。</translation>
    </message>
</context>
<context>
    <name>SweepGrid</name>
    <message>
        <source>Sessions by variant: who loses what</source>
        <extracomment>Widths of a cell (pixels): as wide as its head, within these; wider where there is room, up to the last. The room before the rows: a share of the width, within these (pixels).</extracomment>
        <translation>会话与变体：各丢失什么</translation>
    </message>
</context>
<context>
    <name>SweepPage</name>
    <message>
        <source>About many sessions</source>
        <translation>关于多个会话</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Solve</source>
        <translation>求解</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Sessions ({0})</source>
        <translation>会话（{0}）</translation>
    </message>
</context>
<context>
    <name>SweepResults</name>
    <message>
        <source>Setting along the lower axis</source>
        <extracomment>What the plots have of the height at first (percent).</extracomment>
        <translation>横轴的设置</translation>
    </message>
    <message>
        <source>What the table lists</source>
        <translation>表中列出什么</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Sessions × variants</source>
        <translation>会话 × 变体</translation>
    </message>
    <message>
        <source>being built…</source>
        <translation>正在构建…</translation>
    </message>
    <message>
        <source>No must-keep was judged: there is nothing to weigh tokens against.</source>
        <translation>没有判定必留项：token 无从比较。</translation>
    </message>
    <message>
        <source>Each point is a variant: point at one to read it, click to choose it.</source>
        <translation>每个点是一个变体：指向可查看，点击可选择。</translation>
    </message>
    <message>
        <source>Choose a variant: a line of the table or a point of a plot.</source>
        <translation>请选择变体：表中一行或图中一点。</translation>
    </message>
</context>
<context>
    <name>SweepSessions</name>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Choose all sessions</source>
        <translation>选择所有会话</translation>
    </message>
    <message>
        <source>None</source>
        <translation>全不选</translation>
    </message>
    <message>
        <source>Choose no session</source>
        <translation>不选任何会话</translation>
    </message>
    <message>
        <source>Remove folders</source>
        <translation>移除文件夹</translation>
    </message>
</context>
<context>
    <name>SweepSetup</name>
    <message>
        <source>+ setting</source>
        <translation>+ 设置</translation>
    </message>
    <message>
        <source>Vary one more setting</source>
        <translation>再变化一个设置</translation>
    </message>
    <message>
        <source>The profiles whose settings are varied</source>
        <translation>变化其设置的配置</translation>
    </message>
    <message>
        <source>Requests that are built</source>
        <translation>要构建的请求</translation>
    </message>
    <message>
        <source>last request</source>
        <translation>最后一个请求</translation>
    </message>
    <message>
        <source>every request</source>
        <translation>所有请求</translation>
    </message>
    <message>
        <source>cacheable prefix</source>
        <translation>可缓存前缀</translation>
    </message>
    <message>
        <source>Also tell how much of a context stays equal from the request before: twice the builds</source>
        <translation>同时给出上下文与前一请求相同的部分：构建次数加倍</translation>
    </message>
    <message>
        <source>price per M tokens</source>
        <translation>每百万 token 价格</translation>
    </message>
    <message>
        <source>Price of a million input tokens</source>
        <translation>每百万输入 token 的价格</translation>
    </message>
    <message>
        <source>How far the sweep is</source>
        <translation>扫描进度</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>SweepSources</name>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>files that cannot be read: {0}</source>
        <translation>无法读取的文件：{0}</translation>
    </message>
    <message>
        <source>No session yet. Open some with Ctrl+O, or add a folder: all session files in it and below are swept where they lie, with the must-keeps beside them. Folders can be dropped here, too.</source>
        <translation>还没有会话。按 Ctrl+O 打开，或添加文件夹：其中及下级的会话文件连同旁边的必留项在原处扫描。也可以把文件夹拖到这里。</translation>
    </message>
    <message>
        <source>None of these sessions states a must-keep. Open one, select words of an item and press Ctrl+M; “Found” in the panel “Must keep” lists what users demanded. Then save.</source>
        <translation>这些会话都没有列出必留项。打开一个，选择条目中的文字并按 Ctrl+M；“必留项”面板的“找到”列出了用户的要求。然后保存。</translation>
    </message>
</context>
<context>
    <name>SweepView</name>
    <message>
        <source>Add a folder of sessions…</source>
        <translation>添加会话文件夹…</translation>
    </message>
</context>
<context>
    <name>Systems</name>
    <message>
        <source>to come</source>
        <translation>待定</translation>
    </message>
    <message>
        <source>cannot be built: {0}</source>
        <translation>无法构建：{0}</translation>
    </message>
    <message>
        <source>cannot be built</source>
        <translation>无法构建</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <extracomment>The key of the line that heads the items. The figures that count items of one fate.</extracomment>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} tokens, estimated</source>
        <translation>{0} 个 token（估计）</translation>
    </message>
    <message>
        <source>nothing of it</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>not judged here</source>
        <translation>此处不判定</translation>
    </message>
    <message>
        <source>lost in {0}</source>
        <translation>丢失于{0}</translation>
    </message>
    <message>
        <source>not gathered</source>
        <translation>未收集</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token 数</translation>
    </message>
    <message>
        <source>counted by o200k_base</source>
        <translation>按 o200k_base 计</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>限额</translation>
    </message>
    <message>
        <source>over the limit</source>
        <translation>超出限额</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>items kept</source>
        <translation>保留条目</translation>
    </message>
    <message>
        <source>must-keeps kept</source>
        <translation>保留的必留项</translation>
    </message>
    <message>
        <source>found, not stated, kept</source>
        <translation>找到而未列的保留数</translation>
    </message>
    <message>
        <source>level of degradation</source>
        <translation>降级级别</translation>
    </message>
    <message>
        <source>Tokens by source</source>
        <translation>各来源的 token</translation>
    </message>
    <message>
        <source>Must-keeps</source>
        <translation>必留项</translation>
    </message>
    <message>
        <source>{0} of {1} kept everywhere</source>
        <translation>{1} 项中有 {0} 项处处保留</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>{0} of {1} fare differently</source>
        <translation>{1} 条中有 {0} 条结果不同</translation>
    </message>
    <message>
        <source>profile</source>
        <extracomment>What a spreadsheet takes for the beginning of a formula.</extracomment>
        <translation>配置</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{1} 中 {0}</translation>
    </message>
</context>
<context>
    <name>SystemsTable</name>
    <message>
        <source>Profiles beside each other</source>
        <extracomment>Widths of a column (pixels): as wide as there is room for, within these. The room before the cells: a share of the width, within these (pixels).</extracomment>
        <translation>并列的配置</translation>
    </message>
    <message>
        <source>Look at its context (A)</source>
        <translation>查看它的上下文（A）</translation>
    </message>
    <message>
        <source>Compare the other context with it (B)</source>
        <translation>与它的上下文比较（B）</translation>
    </message>
    <message>
        <source>Use this profile</source>
        <translation>使用这个配置</translation>
    </message>
</context>
<context>
    <name>TextView</name>
    <message>
        <source>Text of the item</source>
        <translation>条目的文字</translation>
    </message>
</context>
<context>
    <name>ToolBar</name>
    <message>
        <source>Tune</source>
        <extracomment>Characters of an edit that its button shows. How narrow the button is at least that names the last edit (pixels).</extracomment>
        <translation>调优</translation>
    </message>
    <message>
        <source>Investigate</source>
        <translation>排查</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Export profile…</source>
        <translation>导出配置…</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Set as Before</source>
        <translation>设为基准</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>报告…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Profile: {0}{1}</source>
        <translation>配置：{0}{1}</translation>
    </message>
    <message>
        <source>Profile {0}, with unsaved edits</source>
        <translation>配置 {0}，有未保存的修改</translation>
    </message>
    <message>
        <source>Profile {0}</source>
        <translation>配置 {0}</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
</context>
<context>
    <name>Trial</name>
    <message>
        <source>1 session</source>
        <translation>1 个会话</translation>
    </message>
    <message>
        <source>{0} sessions</source>
        <extracomment>Answers that are listed; the command line writes all of them. So often at most each context is tried.</extracomment>
        <translation>{0} 个会话</translation>
    </message>
    <message>
        <source>nothing could be judged</source>
        <translation>没有可判定的回答</translation>
    </message>
    <message>
        <source>{0} of {1} hold</source>
        <translation>{1} 次中 {0} 次符合</translation>
    </message>
    <message>
        <source>{0} % ({1} to {2} %)</source>
        <translation>{0} %（{1} 至 {2} %）</translation>
    </message>
    <message>
        <source>{0} failed</source>
        <translation>{0} 次失败</translation>
    </message>
    <message>
        <source>No session was judged under both, so that nothing can be compared.</source>
        <translation>没有会话在两边都得到判定，无法比较。</translation>
    </message>
    <message>
        <source>By session B is better in {0}, worse in {1}, alike in {2}.</source>
        <translation>按会话比较，B 在 {0} 个中更好，{1} 个中更差，{2} 个中相同。</translation>
    </message>
    <message>
        <source>Fewer than {0} sessions differ: p cannot fall below 0.05.</source>
        <translation>结果不同的会话少于 {0} 个，p 不可能低于 0.05。</translation>
    </message>
    <message>
        <source>Trials of one session are alike: intervals hold for these alone.</source>
        <translation>同一会话的多次试验彼此相近，区间只适用于这些会话。</translation>
    </message>
    <message>
        <source>{0} tokens there, {1} back</source>
        <translation>发送 {0} 个 token，返回 {1} 个</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Were both alike, chance would differ as much in {0} % of cases (p = {1}).</source>
        <translation>若两者并无差别，偶然出现这样大差异的可能为 {0} %（p = {1}）。</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>breaks it</source>
        <translation>违反</translation>
    </message>
    <message>
        <source>an empty answer</source>
        <translation>空回答</translation>
    </message>
</context>
<context>
    <name>TrialDesk</name>
    <message>
        <source>Trials of each: a whole number from 1 to {0}.</source>
        <translation>每个试验次数应为 1 到 {0} 的整数。</translation>
    </message>
    <message>
        <source>Say what breaks it, or choose “nothing”.</source>
        <translation>请写明怎样算违反，或选择“不检查”。</translation>
    </message>
    <message>
        <source>None of these sessions has anything in it.</source>
        <translation>这些会话里都没有内容。</translation>
    </message>
    <message>
        <source>Say what an answer holds with, or what breaks it.</source>
        <translation>请说明回答怎样算符合，或怎样算违反。</translation>
    </message>
    <message>
        <source>Mend what is marked above first.</source>
        <translation>请先改正上面标出的地方。</translation>
    </message>
</context>
<context>
    <name>TrialDialog</name>
    <message>
        <source>Try with a model</source>
        <extracomment>How high it is before and after there is a result (pixels).</extracomment>
        <translation>用模型试验</translation>
    </message>
    <message>
        <source>What came of it</source>
        <translation>试验结果</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>开始试验</translation>
    </message>
    <message>
        <source>being worked out…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>The whole contexts are sent there once you press Try, and each answer is judged.</source>
        <translation>按下“开始试验”后，会把完整的上下文发送过去，并判定每一个回答。</translation>
    </message>
    <message>
        <source>Waiting for the model: {0} of {1} calls…</source>
        <translation>等待模型：已完成 {0} / {1} 次调用…</translation>
    </message>
    <message>
        <source>Stopped; nothing is judged.</source>
        <translation>已停止，没有判定任何回答。</translation>
    </message>
</context>
<context>
    <name>TrialFields</name>
    <message>
        <source>Context A</source>
        <extracomment>A number of so many digits is none that is meant.</extracomment>
        <translation>上下文 A</translation>
    </message>
    <message>
        <source>This one</source>
        <translation>当前会话</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>What an answer has to have in it</source>
        <translation>回答里必须有的内容</translation>
    </message>
    <message>
        <source>a pattern, such as 3,?000|three thousand</source>
        <translation>正则表达式，例如 3,?000|三千</translation>
    </message>
    <message>
        <source>Broken by</source>
        <translation>违反</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>不检查</translation>
    </message>
    <message>
        <source>a pattern in it</source>
        <translation>出现某种内容</translation>
    </message>
    <message>
        <source>a call that touches</source>
        <translation>调用触及</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数值越界</translation>
    </message>
    <message>
        <source>What breaks it</source>
        <translation>怎样算违反</translation>
    </message>
    <message>
        <source>Trials of each context</source>
        <translation>每个上下文的试验次数</translation>
    </message>
    <message>
        <source>1 to {0}</source>
        <translation>1 到 {0}</translation>
    </message>
    <message>
        <source>All {0} that are open</source>
        <translation>打开的全部 {0} 个</translation>
    </message>
    <message>
        <source>All that are open</source>
        <translation>打开的全部</translation>
    </message>
    <message>
        <source>a pattern that must not be in the answer</source>
        <translation>回答里不得出现的正则表达式</translation>
    </message>
    <message>
        <source>a file or folder, such as migrations/**</source>
        <translation>文件或目录，例如 migrations/**</translation>
    </message>
    <message>
        <source>beyond a bound, such as &gt; 3000 CNY</source>
        <translation>超出界限的数，例如 &gt; 3000 元</translation>
    </message>
    <message>
        <source>Trials of each</source>
        <translation>每个试验次数</translation>
    </message>
    <message>
        <source>Contexts</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>The answer has to hold</source>
        <translation>回答必须包含</translation>
    </message>
</context>
<context>
    <name>Triggers</name>
    <message>
        <source>Select words in the text of an item first.</source>
        <translation>请先在条目文字中选择。</translation>
    </message>
    <message>
        <source>Edited meanwhile: what would keep it is looked for anew.</source>
        <translation>其间已有修改：正在重新寻找留住它的办法。</translation>
    </message>
    <message>
        <source>No request is known to lack a must-keep.</source>
        <translation>没有发现缺少必留项的请求。</translation>
    </message>
    <message>
        <source>The language changes with the next start.</source>
        <translation>语言将在下次启动时更换。</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>立即重启</translation>
    </message>
    <message>
        <source>ctxlab {0}: a debugger for the context of LLM agents. MIT licence.</source>
        <translation>ctxlab {0}：LLM 智能体上下文调试器。MIT 许可证。</translation>
    </message>
    <message>
        <source>About ctxlab</source>
        <translation>关于 ctxlab</translation>
    </message>
</context>
<context>
    <name>TunePage</name>
    <message>
        <source>About the context</source>
        <extracomment>What part of the page&apos;s height the panes have at first.</extracomment>
        <translation>关于上下文</translation>
    </message>
    <message>
        <source>Diff</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度</translation>
    </message>
</context>
<context>
    <name>VariantFoot</name>
    <message>
        <source>The variant that is chosen</source>
        <extracomment>So many sessions are named; the grid shows the others.</extracomment>
        <translation>所选变体</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Save as profile…</source>
        <translation>存为配置…</translation>
    </message>
    <message>
        <source>does not hold in</source>
        <translation>不满足的会话</translation>
    </message>
    <message>
        <source>Open {0} under this variant: {1}</source>
        <translation>在此变体下打开 {0}：{1}</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>另有 {0} 个</translation>
    </message>
</context>
<context>
    <name>VariantTable</name>
    <message>
        <source>Variants of the sweep</source>
        <extracomment>What a column is wide enough for, beside its name; the variant takes the rest. Where there is no room for all columns these go first; the tooltip of a line tells what they do.</extracomment>
        <translation>扫描的变体</translation>
    </message>
</context>
<context>
    <name>VerdictLine</name>
    <message>
        <source>Verdict</source>
        <extracomment>What would keep it, at most so many; the inspector lists all.</extracomment>
        <translation>判定</translation>
    </message>
    <message>
        <source>Choose an item or a must-keep to see what became of it at this request.</source>
        <translation>选择一个条目或必留项，查看它在此次请求中的去向。</translation>
    </message>
    <message>
        <source>first missing at request {0}</source>
        <translation>自第 {0} 次请求起缺失</translation>
    </message>
    <message>
        <source>Apply: {0}</source>
        <translation>应用：{0}</translation>
    </message>
</context>
<context>
    <name>ViolationBar</name>
    <message>
        <source>Find where an answer broke it</source>
        <extracomment>Characters of what is told that are shown; the tooltip has all.</extracomment>
        <translation>查找回答违反之处</translation>
    </message>
    <message>
        <source>What to look for</source>
        <translation>查找什么</translation>
    </message>
    <message>
        <source>Words or pattern</source>
        <translation>文字或模式</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>What the answer or call holds</source>
        <translation>回答或调用中含有的内容</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Previous place</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Where an answer broke it</source>
        <translation>回答违反之处</translation>
    </message>
    <message>
        <source>such as: 5,?200|five thousand</source>
        <translation>例如：5,?200|五千二</translation>
    </message>
    <message>
        <source>such as: db/migrations/**</source>
        <translation>例如：db/migrations/**</translation>
    </message>
    <message>
        <source>such as: &gt; 3000 CNY</source>
        <translation>例如：&gt; 3000 CNY</translation>
    </message>
</context>
<context>
    <name>Violations</name>
    <message>
        <source>looking…</source>
        <extracomment>Characters of the place that are named.</extracomment>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>No answer and no call holds it.</source>
        <translation>没有回答或调用含有它。</translation>
    </message>
    <message>
        <source>{0} of {1}: “{2}”; no request is recorded before it</source>
        <translation>{0} / {1}：“{2}”；其前没有记录任何请求</translation>
    </message>
    <message>
        <source>{0} of {1}: the answer of request {2}, “{3}”</source>
        <translation>{0} / {1}：第 {2} 次请求的回答，“{3}”</translation>
    </message>
    <message>
        <source>violation marked: answer of request {0}, “{1}”</source>
        <translation>已标记违反：第 {0} 次请求的回答，“{1}”</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>clipboard</source>
        <extracomment>The work beside goes on this long (ms) after a run, so that the views are painted first. Of many files opened in one go, no more than this are remembered as opened lately.</extracomment>
        <translation>剪贴板</translation>
    </message>
</context>
<context>
    <name>_Editor</name>
    <message>
        <source>Words that must be kept</source>
        <translation>必须保留的文字</translation>
    </message>
</context>
</TS>
